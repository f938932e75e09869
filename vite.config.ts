import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { shownAtlas, type WrittenAtlas } from './src/web/tables/shownAtlas.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What every view needs, with what it imports. Else it comes in several small files: each is a request. */
const shared = /\/src\/(play\/\w+\.ts|web\/(dom|kept|sentence|games\/catalog)\.ts)/;
/** What waits until it is asked for: what is settled before the first move, and what reads what is pasted. */
const rare =
  /\/src\/play\/(course|beginStage|metamachySetup|preparationTag|pasted|courierRecord)\.ts/;

/** The board's page, from src/web into dist/web: plain files for any server. */
export default defineConfig({
  root: here('src/web'),
  base: './',
  logLevel: 'warn',
  plugins: [pieceClasses(), atlas(), pageFiles(), compressedFiles()],
  worker: { format: 'es' },
  build: {
    outDir: process.env.METATB_WEB_OUT ?? here('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // A polyfill for old browsers would be a script in the page's text.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { page: here('src/web/index.html'), serviceWorker: here('src/web/serviceWorker.ts') },
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', test: (id) => shared.test(id) && !rare.test(id) }],
        },
        entryFileNames: ({ name }) =>
          name === 'serviceWorker' ? 'serviceWorker.js' : 'assets/[name]-[hash].js',
        // Some hosts of plain files leave out names that begin with an underscore.
        chunkFileNames: ({ name }) => `assets/${name.replace(/^_virtual_/, '')}-[hash].js`,
      },
    },
  },
});

/** The pictures of pieces come for boards of another library only; buttons and names of endgames show them too. */
function pieceClasses(): Plugin {
  const letters = { pawn: 'p', bishop: 'b', knight: 'n', rook: 'r', queen: 'q', king: 'k' };
  return {
    name: 'piece-classes',
    enforce: 'pre',
    transform(css, id) {
      if (!id.endsWith('chessground.cburnett.css')) return undefined;
      return asText(css).replace(
        /\.cg-wrap piece\.(\w+)\.(white|black)/g,
        (_, piece: string, color) => {
          const role = `${letters[piece as keyof typeof letters]}-piece`;
          return `.cg-wrap piece.${role}.${color}, .piece.${role}.${color}`;
        },
      );
    },
  };
}

/** Pictures as text: compressed, they take two thirds of the bytes of base64. */
function asText(css: string): string {
  return css.replace(/url\('data:image\/svg\+xml;base64,([^']*)'\)/g, (_, base64: string) => {
    const svg = Buffer.from(base64, 'base64').toString().trim().replaceAll('"', "'");
    return `url("data:image/svg+xml,${svg.replace(/[#%<>\s]/g, encodeURIComponent)}")`;
  });
}

/** The atlas as a module, loaded when it is asked for. A build without `tables/atlas.json` has none. */
function atlas(): Plugin {
  const file = here('tables/atlas.json');
  const id = 'virtual:atlas';
  return {
    name: 'atlas',
    resolveId: (name) => (name === id ? `\0${id}` : undefined),
    load(name) {
      if (name !== `\0${id}`) return undefined;
      if (!existsSync(file)) return 'export const atlas = undefined;';
      this.addWatchFile(file);
      const written = JSON.parse(readFileSync(file, 'utf8')) as WrittenAtlas;
      // Engines read JSON faster than objects, and the minifier leaves a string alone.
      const data = JSON.stringify(JSON.stringify(shownAtlas(written)));
      return `export const atlas = JSON.parse(${data});`;
    },
  };
}

/** Writes the names of the page's files and of their version into the service worker. */
function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    // Once chunks that had only styles in them are gone.
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle['serviceWorker.js'];
      if (worker?.type !== 'chunk') throw new Error('the build has no service worker');
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const known = [...assets.sort(), 'icon.svg', 'manifest.webmanifest'];
      // The solver is as large as all the rest, the atlas larger: they are kept once the page is idle.
      const isLater = (name: string) => /(Worker|atlas)-/.test(name);
      const listed = (later: boolean) =>
        JSON.stringify(known.filter((name) => isLater(name) === later).map((name) => `./${name}`));
      // Names of files change with what is in them; the page itself has no such name.
      const page = bundle['index.html'];
      const text = page?.type === 'asset' ? String(page.source) : '';
      const version = createHash('sha256').update(known.join()).update(text).digest('hex');
      const constants = [
        `PAGE_FILES = ${listed(false)}`,
        `LATER_FILES = ${listed(true)}`,
        `PAGE_VERSION = "${version.slice(0, 16)}"`,
      ];
      worker.code = `const ${constants.join(', ')};\n${worker.code}`;
    },
  };
}

/** Writes each asset compressed beside it, as `metatb serve` sends it: at the first visit that would take seconds. */
function compressedFiles(): Plugin {
  const compress = promisify<Uint8Array, Buffer>(brotliCompress);
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const written = assets.map(async (name) => {
        const file = join(dir, name);
        await writeFile(`${file}.br`, await compress(await readFile(file)));
      });
      await Promise.all(written);
    },
  };
}
