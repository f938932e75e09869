import { createRequire } from 'node:module';
import { Command } from 'commander';
import { addCompare } from './compare.ts';
import { addExport } from './export.ts';
import { addGenerate } from './generate.ts';
import { addImport } from './import.ts';
import { addInfo } from './info.ts';
import { addLine } from './line.ts';
import { addLongest } from './longest.ts';
import { addPack } from './pack.ts';
import { addProbe } from './probe.ts';
import { addRules } from './rules.ts';
import { addServe } from './serve.ts';
import { dropEmptyVariables } from './settings.ts';
import { addStats } from './stats.ts';
import { addVerify } from './verify.ts';
import { addZugzwang } from './zugzwang.ts';

// The package names itself, so the same line finds it from src and from dist.
const { version } = createRequire(import.meta.url)('metatb/package.json') as { version: string };

export function makeProgram(): Command {
  dropEmptyVariables();
  const program = new Command('metatb')
    .description('Exact endgame tables for metachess, and for any chess-like game.')
    .version(version)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'metatb: ')),
    })
    .showHelpAfterError('(metatb --help, or metatb COMMAND --help, explains)')
    .addHelpText('after', help);
  const commands = [
    ...[addGenerate, addProbe, addLine, addStats, addLongest, addZugzwang, addCompare],
    ...[addExport, addImport, addPack, addVerify, addInfo, addRules],
  ];
  for (const add of commands) add(program);
  addServe(program, version);
  return program;
}

const help = `
Examples:
  metatb generate KQvk                       solve queen against bare king
  metatb probe '8/8/8/4k3/8/8/8/K2Q4 w - -'  what is this position worth?
  metatb export KQvk --format pkl            write a pickle for Python

Settings come from flags, then from the variables METATB_RULES, METATB_DIR, METATB_THREADS,
METATB_JSON=1 and METATB_QUIET=1, then from defaults. NO_COLOR=1 turns colours off.

Exit codes: 0 ok, 1 failure, 2 wrong usage, 3 a verification found a difference,
4 a table is missing, 130 interrupted.`;
