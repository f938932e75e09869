import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

interface SourceFile {
  /** Path from the top of the package with forward slashes: `src/notation/fen.ts`. */
  readonly file: string;
  /** Module names as written: `./square.ts`, `node:fs`, `piscina`. Type imports count too. */
  readonly imports: readonly string[];
}

/** The layers that each layer may import from besides itself. Every entry is above the ones it names. */
const GAME = ['board', 'pieces', 'position', 'notation', 'table', 'index', 'rules'];
const ALL_BUT_EDGES = [...GAME, 'play', 'format', 'store', 'solve', 'probe', 'study', 'search'];
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  board: [],
  pieces: ['board'],
  position: ['board', 'pieces'],
  notation: ['board', 'pieces', 'position'],
  table: ['board', 'pieces'],
  index: ['board', 'pieces', 'table'],
  rules: ['board', 'pieces', 'position', 'notation', 'table', 'index'],
  format: ['board', 'pieces', 'table', 'index'],
  store: [...GAME, 'format'],
  kernel: [],
  play: GAME,
  solve: [...GAME, 'format', 'store', 'kernel'],
  probe: [...GAME, 'format'],
  study: [...GAME, 'format', 'probe'],
  search: [...GAME, 'play'],
  queue: [...GAME, 'format', 'store', 'solve', 'probe'],
  cli: [...ALL_BUT_EDGES, 'queue', 'server'],
  server: [...ALL_BUT_EDGES, 'queue'],
  web: ALL_BUT_EDGES,
  'index.ts': ALL_BUT_EDGES,
  'node.ts': ALL_BUT_EDGES,
};

/** Single files that a layer may import from another one: the pages share messages with the server, and what reads those of the queue. */
const MAY_IMPORT_FILE: Readonly<Record<string, readonly string[]>> = {
  web: [
    'src/server/protocol.ts',
    'src/queue/state.ts',
    'src/queue/progress.ts',
    'src/queue/tasks.ts',
    'src/queue/timeSpan.ts',
  ],
};

/** Type imports only: the messages between page and server. */
const PROTOCOL = 'src/server/protocol.ts';

const PURE_LAYERS = new Set([...GAME, 'play', 'format', 'probe', 'study', 'search']);

/** Entries that must run in a browser with everything they reach: the library and the workers it starts there. */
const PURE_ENTRIES = ['src/index.ts', 'src/solve/run/webWorker.ts'];

/** npm packages that do not need Node. */
const PURE_PACKAGES = new Set(['pickleparser', 'crc-32', 'fflate']);

const NAMES_THAT_SAY_NOTHING = new Set(['utils', 'helpers', 'common', 'misc', 'manager']);

const LINE_LIMIT = 400;

/** One line per broken import rule, naming the file and the import. */
function importViolations(files: readonly SourceFile[]): string[] {
  return [...files.flatMap(layerViolations), ...purityViolations(files)];
}

function layerViolations({ file, imports }: SourceFile): string[] {
  const layer = layerOf(file);
  const below = MAY_IMPORT[layer];
  if (below === undefined) {
    return [`${file} is in no known layer: name '${layer}' in MAY_IMPORT or move the file`];
  }
  return imports.filter(isRelative).flatMap((name) => {
    const target = resolve(file, name);
    if (!target.startsWith('src/')) return [`${file} imports '${name}', which lies outside src`];
    const targetLayer = layerOf(target);
    if (targetLayer === layer || below.includes(targetLayer)) return [];
    if (layer === 'web' && target === PROTOCOL) return [];
    if (MAY_IMPORT_FILE[layer]?.includes(target)) return [];
    const allowed = [layer, ...below].join(', ');
    return [`${file} imports '${name}' (${target}): ${layer} may import only from ${allowed}`];
  });
}

function purityViolations(files: readonly SourceFile[]): string[] {
  const reached = new Map(PURE_ENTRIES.flatMap((entry) => [...reachedFrom(entry, files)]));
  return files.flatMap(({ file, imports }) => {
    const path = reached.get(file);
    const layer = layerOf(file);
    if (path === undefined && !PURE_LAYERS.has(layer)) return [];
    const why = PURE_LAYERS.has(layer)
      ? `${layer} runs in a browser as it is`
      : `it must run in a browser: ${path?.join(' > ')}`;
    return imports
      .filter((name) => !isRelative(name) && !isPurePackage(name))
      .map((name) => `${file} imports '${name}', but ${why}`);
  });
}

/** Every file that `entry` reaches, with the chain of imports that leads there. */
function reachedFrom(entry: string, files: readonly SourceFile[]): Map<string, string[]> {
  const byName = new Map(files.map((source) => [source.file, source]));
  const chains = new Map([[entry, [entry]]]);
  // A Map yields entries added while it is walked, so this is a breadth-first search.
  for (const [file, chain] of chains) {
    for (const name of byName.get(file)?.imports.filter(isRelative) ?? []) {
      const target = resolve(file, name);
      if (!chains.has(target)) chains.set(target, [...chain, target]);
    }
  }
  return chains;
}

/** Every circle of imports, once, each as the files on it in order. */
function importCircles(files: readonly SourceFile[]): string[] {
  const byName = new Map(files.map((source) => [source.file, source]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    const seen = way.indexOf(file);
    if (seen >= 0) circles.push([...way.slice(seen), file].join(' > '));
    if (seen >= 0 || done.has(file)) return;
    for (const name of byName.get(file)?.imports.filter(isRelative) ?? []) {
      visit(resolve(file, name), [...way, file]);
    }
    done.add(file);
  };
  for (const { file } of files) visit(file, []);
  return circles;
}

/** `src/notation/fen.ts` is of layer `notation`, `src/index.ts` of layer `index.ts`. */
function layerOf(file: string): string {
  return file.split('/')[1] ?? file;
}

function resolve(file: string, name: string): string {
  return posix.join(posix.dirname(file), name);
}

function isRelative(name: string): boolean {
  return name.startsWith('.');
}

function isPurePackage(name: string): boolean {
  return !isBuiltin(name) && PURE_PACKAGES.has(name);
}

/** One line per broken rule on a file's name or contents. */
function fileViolations(file: string, text: string): string[] {
  const found: string[] = [];
  for (const part of file.replace(/\.\w+$/, '').split('/')) {
    if (NAMES_THAT_SAY_NOTHING.has(part.toLowerCase())) {
      found.push(`${file}: the name '${part}' does not say what is in it`);
    }
  }
  if (/^\s*export\s+default\b|^\s*export\s*\{[^}]*\bas\s+default\b/m.test(text)) {
    found.push(`${file} has a default export: export by name`);
  }
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines >= LINE_LIMIT) {
    found.push(`${file} has ${lines} lines: split it, the limit is under ${LINE_LIMIT}`);
  }
  return found;
}

function importsOf(text: string): string[] {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

function readSources(): { file: string; text: string }[] {
  const top = fileURLToPath(new URL('..', import.meta.url));
  return readdirSync(posix.join(top, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(posix.join(top, file), 'utf8') }));
}

describe('the source', () => {
  const sources = readSources();

  test('is found', () => {
    expect(sources.map(({ file }) => file)).toEqual(expect.arrayContaining(PURE_ENTRIES));
  });

  test('imports downward only, and nothing of Node if it must run in a browser', () => {
    const files = sources.map(({ file, text }) => ({ file, imports: importsOf(text) }));
    expect(importViolations(files)).toEqual([]);
  });

  test('has no circles of imports', () => {
    const files = sources.map(({ file, text }) => ({ file, imports: importsOf(text) }));
    expect(importCircles(files)).toEqual([]);
  });

  test('has meaningful names, named exports and files of under 400 lines', () => {
    expect(sources.flatMap(({ file, text }) => fileViolations(file, text))).toEqual([]);
  });
});

describe('the import rule refuses', () => {
  test.each([
    ['an upward import', 'src/position/moves.ts', '../rules/chess.ts', 'position may import only'],
    [
      'a board that knows pieces',
      'src/board/board.ts',
      '../pieces/army.ts',
      'board may import only',
    ],
    [
      'pieces importing positions',
      'src/pieces/army.ts',
      '../position/moves.ts',
      'pieces may import',
    ],
    ['positions importing notation', 'src/position/moves.ts', '../notation/fen.ts', 'position may'],
    ['table importing rules', 'src/table/index.ts', '../rules/chess.ts', 'table may import only'],
    ['rules importing format', 'src/rules/chess.ts', '../format/npy.ts', 'rules may import only'],
    [
      'format importing rules',
      'src/format/npy/npy.ts',
      '../../rules/chess.ts',
      'format may import only',
    ],
    ['store importing solve', 'src/store/files.ts', '../solve/plan.ts', 'store may import only'],
    ['probe importing solve', 'src/probe/line.ts', '../solve/plan.ts', 'probe may import only'],
    ['probe importing store', 'src/probe/line.ts', '../store/files.ts', 'probe may import only'],
    ['solve importing probe', 'src/solve/plan.ts', '../probe/line.ts', 'solve may import only'],
    ['probe importing study', 'src/probe/line.ts', '../study/pgn.ts', 'probe may import only'],
    ['study importing store', 'src/study/line.ts', '../store/files.ts', 'study may import only'],
    ['the kernel from the command line', 'src/cli/main.ts', '../kernel/sets.ts', 'cli may import'],
    ['the kernel from the entry', 'src/node.ts', './kernel/sets.ts', 'node.ts may import only'],
    ['a kernel that knows the board', 'src/kernel/sets.ts', '../board/board.ts', 'kernel may'],
    ['server importing cli', 'src/server/http.ts', '../cli/main.ts', 'server may import only'],
    ['server importing web', 'src/server/http.ts', '../web/board.ts', 'server may import only'],
    ['web importing cli', 'src/web/board.ts', '../cli/main.ts', 'web may import only'],
    ['the entry importing cli', 'src/node.ts', './cli/main.ts', 'node.ts may import only'],
    ['a layer importing the entry', 'src/solve/plan.ts', '../index.ts', 'solve may import only'],
    ['a file outside src', 'src/cli/main.ts', '../../package.json', 'outside src'],
    ['a folder it does not know', 'src/extras/a.ts', './b.ts', "no known layer: name 'extras'"],
    [
      'node: in a pure layer',
      'src/format/pickle/pickle.ts',
      'node:zlib',
      'format runs in a browser',
    ],
    ['an old spelling of a Node module', 'src/probe/file.ts', 'fs', 'probe runs in a browser'],
    ['a package that needs Node', 'src/rules/chess.ts', 'piscina', 'rules runs in a browser'],
    ['node: in the browser entry', 'src/index.ts', 'node:fs', 'src/index.ts'],
    ['node: in a worker of the browser', 'src/solve/run/webWorker.ts', 'node:fs', 'must run in a'],
  ])('%s', (_, file, imported, message) => {
    const found = importViolations([{ file, imports: [imported] }]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
    expect(found[0]).toContain(file);
    if (!message.startsWith('no known')) expect(found[0]).toContain(imported);
  });

  test('Node reached from the browser entry through another layer, and names the path', () => {
    const files = [
      { file: 'src/index.ts', imports: ['./solve/plan.ts'] },
      { file: 'src/solve/plan.ts', imports: ['./pool.ts'] },
      { file: 'src/solve/pool.ts', imports: ['piscina'] },
    ];
    expect(importViolations(files)).toEqual([
      "src/solve/pool.ts imports 'piscina', but it must run in a browser: " +
        'src/index.ts > src/solve/plan.ts > src/solve/pool.ts',
    ]);
  });
});

test('a circle of imports, even of types, is found and named', () => {
  const files = [
    { file: 'src/solve/a.ts', imports: ['./b.ts', 'piscina'] },
    { file: 'src/solve/b.ts', imports: ['./run/c.ts'] },
    { file: 'src/solve/run/c.ts', imports: ['../b.ts'] },
  ];
  expect(importCircles(files)).toEqual(['src/solve/b.ts > src/solve/run/c.ts > src/solve/b.ts']);
});

describe('the import rule accepts', () => {
  test.each([
    ['a neighbour', 'src/notation/fen.ts', './square.ts'],
    ['a layer below', 'src/rules/chess.ts', '../table/material.ts'],
    ['the kernel from solve', 'src/solve/sets.ts', '../kernel/sets.ts'],
    ['Node in store', 'src/store/files.ts', 'node:fs'],
    ['a pool in solve', 'src/solve/pool.ts', 'piscina'],
    ['pickleparser in format', 'src/format/pickle/pickle.ts', 'pickleparser'],
    ['the protocol of games in the page', 'src/web/game.ts', '../server/protocol.ts'],
    ['solve from the command line', 'src/cli/generate.ts', '../solve/plan.ts'],
    ['the protocol from the page', 'src/web/play.ts', '../server/protocol.ts'],
    ['Node in the Node entry', 'src/node.ts', 'node:fs'],
  ])('%s', (_, file, imported) => {
    expect(importViolations([{ file, imports: [imported] }])).toEqual([]);
  });
});

describe('the rule on files refuses', () => {
  const line = 'export const a = 1;\n';

  test.each([
    ['a meaningless file name', 'src/notation/utils.ts', line, "the name 'utils'"],
    ['a meaningless folder name', 'src/common/fen.ts', line, "the name 'common'"],
    ['a default export', 'src/notation/fen.ts', 'export default 1;\n', 'default export'],
    [
      'a default by renaming',
      'src/notation/fen.ts',
      'export { a as default };\n',
      'default export',
    ],
    ['a long file', 'src/notation/fen.ts', line.repeat(400), 'has 400 lines'],
  ])('%s', (_, file, text, message) => {
    const found = fileViolations(file, text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
    expect(found[0]).toContain(file);
  });

  test('nothing in a plain file of 399 lines', () => {
    expect(fileViolations('src/notation/fen.ts', line.repeat(399))).toEqual([]);
  });
});

test('imports of every form are found', () => {
  const text = [
    "import { a } from './a.ts';",
    "import type { B } from './b.ts';",
    "import './c.ts';",
    "export * from './d.ts';",
    "const e = await import('./e.ts');",
    "type F = import('./f.ts').F;",
    "// import './comment.ts'",
  ].join('\n');
  expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts']);
});
