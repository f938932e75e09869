#!/usr/bin/env bash
# Packs the package, installs the tarball in an empty folder and uses it there as a stranger would:
# command line, library import, types. Catches what a test inside the repository cannot: a file
# missing from the tarball, a dependency listed for development only, a wrong exports map.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Settings of the caller must not reach the commands below.
unset "${!METATB_@}"

step() { printf -- '-- %s\n' "$*"; }

step 'pack (builds first)'
(cd "$top" && npm pack --silent --pack-destination "$scratch")
tarballs=("$scratch"/*.tgz)
tarball=${tarballs[0]}
tar -tzf "$tarball" >"$scratch/contents"
for wanted in package.json README.md LICENSE CHANGELOG.md tables/README.md \
  dist/src/index.js dist/src/index.d.ts dist/src/node.js dist/src/node.d.ts bin/metatb.js dist/src/cli/main.js dist/man/metatb.1 \
  dist/web/index.html dist/web/serviceWorker.js python/metatb.py; do
  grep -qx "package/$wanted" "$scratch/contents" || {
    echo "smoke: the tarball lacks $wanted" >&2
    exit 1
  }
done
if grep -vE '^package/(bin/|dist/src/|dist/man/|dist/web/|docs/|examples/|src/format/FORMAT\.md$|python/metatb\.py$|tables/[A-Z]+\.md$|[^/]+$)' "$scratch/contents" >&2; then
  echo 'smoke: the files above do not belong in the tarball' >&2
  exit 1
fi

step 'install in an empty folder'
mkdir "$scratch/empty"
cd "$scratch/empty"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --no-audit --no-fund --silent "$tarball"
tsc=$top/node_modules/typescript/bin/tsc

step 'npx metatb generate KQvk'
npx --no-install metatb generate KQvk --dir "$scratch/tables"

step 'npx metatb stats KQvk --json'
npx --no-install metatb stats KQvk --dir "$scratch/tables" --json >"$scratch/stats.json"
# Won positions with White to move, lost ones with Black to move, as an independent program counts them.
node --input-type=module - "$scratch/stats.json" <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
const stats = JSON.parse(readFileSync(process.argv[2], 'utf8'));
assert.equal(stats.white.wins, 144508, 'KQvk: white.wins');
assert.equal(stats.black.losses, 200856, 'KQvk: black.losses');
JS

step 'use the library'
# Compiled without a look at its types; those are checked in the next step.
cat >use.ts <<'TS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { MemorySource, metachess, Tablebase, unwrap } from 'metatb';
import { FileSource, TableStore } from 'metatb/node';

// In metacheck; Ka5 would hang a mate (Qa2#), so metachess forbids it.
const position = unwrap(metachess.parseFen('8/8/8/2K5/k7/8/4Q3/8 b - -'));
const uci = (move: Parameters<typeof metachess.makeUci>[0]) => metachess.makeUci(move);
assert.deepEqual(metachess.moves(position).map(uci).sort(), ['a4a3', 'a4a5', 'a4b3']);
assert.deepEqual(metachess.legalMoves(position).map(uci).sort(), ['a4a3', 'a4b3']);
assert.equal(metachess.metacheck(position), true);

const tables = process.env['TABLES'] ?? '';
const store = new TableStore(metachess, tables);
const folder = new FileSource(metachess, tables);
const memory = new MemorySource(new Map([['KQvk', readFileSync(store.path('KQvk'))]]));
for (const source of [folder, memory]) {
  const probe = unwrap(await new Tablebase(metachess, source).probe(position));
  assert.deepEqual(probe.value, { wdl: -1, dtm: 6 });
  assert.equal(probe.moves.filter(({ legal }) => legal).length, 2);
}
TS
node "$tsc" --noCheck --target es2023 --module nodenext --outDir run use.ts
TABLES=$scratch/tables node run/use.js

step 'types under nodenext and bundler resolution'
# skipLibCheck is off, so the library's own declarations are checked too (without
# exactOptionalPropertyTypes, which piscina's declarations do not bear). A Node project has Node's
# types anyway; a browser project gets by without them, which the last run shows.
types=(--typeRoots "$top/node_modules/@types" --types node)
check=(--noEmit --strict --target es2023 --lib es2023)
node "$tsc" "${check[@]}" "${types[@]}" --module nodenext --moduleResolution nodenext use.ts
node "$tsc" "${check[@]}" "${types[@]}" --module esnext --moduleResolution bundler use.ts
printf "import { metachess } from 'metatb';\nexport const start = metachess.makeFen(metachess.start);\n" >browser.ts
node "$tsc" --noEmit --strict --target es2023 --lib es2023,dom \
  --module esnext --moduleResolution bundler browser.ts

echo 'smoke: the tarball works'
