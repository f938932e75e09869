import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The page of a queue, from src/web/queue into dist/web/queue. Apart from the board: with both in one build, what they share would be
 * a file more for every visitor of the board to load and to keep.
 */
export default defineConfig({
  root: here('src/web/queue'),
  base: './',
  logLevel: 'warn',
  build: {
    outDir: `${process.env.METATB_WEB_OUT ?? here('dist/web')}/queue`,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
});
