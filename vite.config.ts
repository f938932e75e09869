import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The board's page, from src/web into dist/web: plain files for any server. */
export default defineConfig({
  root: here('src/web'),
  base: './',
  logLevel: 'warn',
  plugins: [manClasses(), pageFiles()],
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
        entryFileNames: ({ name }) =>
          name === 'serviceWorker' ? 'serviceWorker.js' : 'assets/[name]-[hash].js',
      },
    },
  },
});

/** The pictures of men come with the class names of another board; they are wanted on buttons too. */
function manClasses(): Plugin {
  const letters = { pawn: 'p', bishop: 'b', knight: 'n', rook: 'r', queen: 'q', king: 'k' };
  return {
    name: 'man-classes',
    enforce: 'pre',
    transform(css, id) {
      if (!id.endsWith('chessground.cburnett.css')) return undefined;
      return css.replace(/\.cg-wrap piece\.(\w+)\.(white|black)/g, (_, man: string, color) => {
        const role = `${letters[man as keyof typeof letters]}-piece`;
        return `.cg-wrap piece.${role}.${color}, .man.${role}.${color}`;
      });
    },
  };
}

/** Tells the service worker which files the page has, and names their version. */
function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const worker = bundle['serviceWorker.js'];
      if (worker?.type !== 'chunk') throw new Error('the build has no service worker');
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const known = [...assets.sort(), 'icon.svg', 'manifest.webmanifest'];
      // The solver is as large as all else together, and not everybody wants it: it is kept once it has been used.
      const isSolver = (name: string) => /Worker-/.test(name);
      const listed = (wanted: boolean) =>
        JSON.stringify(
          known.filter((name) => isSolver(name) !== wanted).map((name) => `./${name}`),
        );
      // Names of files change with what is in them; the page itself has no such name.
      const page = bundle['index.html'];
      const text = page?.type === 'asset' ? String(page.source) : '';
      const version = createHash('sha256').update(known.join()).update(text).digest('hex');
      const constants = [
        `PAGE_FILES = ${listed(true)}`,
        `LATER_FILES = ${listed(false)}`,
        `PAGE_VERSION = "${version.slice(0, 16)}"`,
      ];
      worker.code = `const ${constants.join(', ')};\n${worker.code}`;
    },
  };
}
