import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { levels } from '../search/levels.ts';
import { engineOf, type SearchSettings, withSearch } from './searchSettings.ts';
import { folderOf } from './settings.ts';
import { UciSession } from './uci/session.ts';

export function addUci(program: Command): void {
  const command = program
    .command('uci')
    .description('play and analyze as an engine of a chess program, by the UCI protocol')
    .addHelpText('after', help)
    .action(run);
  withSearch(command);
}

const help = `
Chess programs start this command and talk to it through its input and output. Options of the
protocol: Hash, MultiPV, UCI_Variant (any game of 'metatb rules'), VariantPath (a variants.ini),
TablePath (a folder of tables), UCI_LimitStrength with Level (${levels.map(({ name }) => name).join(', ')}).
The flags below say what they are at first.

Examples:
  metatb uci --rules chess
  printf 'position startpos\\ngo depth 8\\n' | metatb uci --rules reach`;

async function run(_: unknown, command: Command): Promise<void> {
  const settings = command.opts<SearchSettings>();
  const engine = await engineOf(settings, command);
  const { rules, hash, tables, variants } = settings;
  const session = new UciSession(
    { engine, write: (line) => process.stdout.write(`${line}\n`), chance: Math.random },
    {
      rules,
      hash: Math.max(1, Math.round(hash / 2 ** 20)),
      multiPv: 1,
      tablePath: tables ? folderOf(settings) : '',
      isLimited: false,
      level: levels.length - 1,
    },
    variants,
  );
  const input = createInterface({ input: process.stdin });
  // A program that went away is the end of the input, too.
  process.stdout.on('error', () => input.close());
  try {
    for await (const line of input) if (!(await session.receive(line))) return;
    await session.end();
  } finally {
    input.close();
    engine.close();
  }
}
