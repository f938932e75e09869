#!/usr/bin/env node
// Committed, unlike dist/: npm links the commands of a package once, and a link to a file that the build has yet to
// write is never made. npx then reports "metatb: not found" even after the build.
import { existsSync } from 'node:fs';

const built = new URL('../dist/src/cli/main.js', import.meta.url);

if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write("metatb: not built yet: run 'npm ci && npm run build' in the clone first\n");
  process.exitCode = 1;
}
