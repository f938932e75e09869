#!/usr/bin/env bash
# Packs the package, installs the tarball in an empty folder and uses it there as a stranger would:
# command line, library import, types. Catches what a test inside the repository cannot: a file
# missing from the tarball, a dependency listed for development only, a wrong exports map.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Settings of the caller must not reach the commands below.
unset METATB_RULES METATB_DIR

step() { printf -- '-- %s\n' "$*"; }

step 'pack (builds first)'
(cd "$top" && npm pack --silent --pack-destination "$scratch")
tarballs=("$scratch"/*.tgz)
tarball=${tarballs[0]}
tar -tzf "$tarball" >"$scratch/contents"
for wanted in package.json README.md LICENSE CHANGELOG.md tables/README.md \
  dist/src/index.js dist/src/index.d.ts dist/src/node.js dist/src/node.d.ts dist/src/cli/main.js; do
  grep -qx "package/$wanted" "$scratch/contents" || {
    echo "smoke: the tarball lacks $wanted" >&2
    exit 1
  }
done
if grep -vE '^package/(dist/src/|tables/README\.md$|[^/]+$)' "$scratch/contents" >&2; then
  echo 'smoke: the files above do not belong in the tarball' >&2
  exit 1
fi

step 'install in an empty folder'
mkdir "$scratch/empty"
cd "$scratch/empty"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent "$tarball"

step 'npx metatb generate KQvk'
npx --no-install metatb generate KQvk --dir "$scratch/tables"

step 'npx metatb stats KQvk --json'
npx --no-install metatb stats KQvk --dir "$scratch/tables" --json >"$scratch/stats.json"
# Counts of rules/metachess.md: won positions with White to move, lost ones with Black to move.
node --input-type=module - "$scratch/stats.json" <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
const stats = JSON.parse(readFileSync(process.argv[2], 'utf8'));
assert.equal(stats.white.wins, 144508, 'KQvk: white.wins');
assert.equal(stats.black.losses, 200856, 'KQvk: black.losses');
JS

step 'import the library'
# >>> Adapt to the names that the library exports.
node --input-type=module <<'JS'
import assert from 'node:assert/strict';
import * as metatb from 'metatb';
import * as metatbNode from 'metatb/node';
assert.ok(Object.keys(metatb).length > 0, "'metatb' exports nothing");
assert.ok(Object.keys(metatbNode).length > 0, "'metatb/node' exports nothing");
JS
cat >use.ts <<'TS'
import * as metatb from 'metatb';
import * as metatbNode from 'metatb/node';
export const names: string[] = [...Object.keys(metatb), ...Object.keys(metatbNode)];
TS
# <<<

step 'types under nodenext and bundler resolution'
# skipLibCheck is off, so the library's own declarations are checked too (without
# exactOptionalPropertyTypes, which piscina's declarations do not bear). A Node project has Node's
# types anyway; a browser project gets by without them, which the last run shows.
tsc=$top/node_modules/typescript/bin/tsc
npm pkg set type=module >/dev/null
types=(--typeRoots "$top/node_modules/@types" --types node)
check=(--noEmit --strict --target es2023 --lib es2023)
node "$tsc" "${check[@]}" "${types[@]}" --module nodenext --moduleResolution nodenext use.ts
node "$tsc" "${check[@]}" "${types[@]}" --module esnext --moduleResolution bundler use.ts
printf "import * as metatb from 'metatb';\nexport const names = Object.keys(metatb);\n" >browser.ts
node "$tsc" --noEmit --strict --target es2023 --lib es2023,dom \
  --module esnext --moduleResolution bundler browser.ts

echo 'smoke: the tarball works'
