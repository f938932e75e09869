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
      const files = Object.keys(bundle)
        .filter((name) => /^assets\//.test(name))
        .sort();
      const known = [...files, 'icon.svg', 'manifest.webmanifest'].map((name) => `./${name}`);
      // Names of files change with what is in them; the page itself has no such name.
      const page = bundle['index.html'];
      const text = page?.type === 'asset' ? String(page.source) : '';
      const version = createHash('sha256').update(JSON.stringify(known)).update(text).digest('hex');
      worker.code =
        `const PAGE_FILES = ${JSON.stringify(known)}, PAGE_VERSION = "${version.slice(0, 16)}";\n` +
        worker.code;
    },
  };
}
