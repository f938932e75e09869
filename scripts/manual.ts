import { mkdirSync, writeFileSync } from 'node:fs';
import { makeManual } from '../src/cli/manual.ts';
import { makeProgram } from '../src/cli/program.ts';

/** Writes the manual page into dist/man, a part of the build. */
const folder = new URL('../man/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('metatb.1', folder), makeManual(await makeProgram()));
