import type { Command } from 'commander';
import { fail, unwrap } from '../board/result.ts';
import { formatBytes } from '../format/byteCount.ts';
import { describePace, progressOf } from '../queue/progress.ts';
import type { GameState, MachineState, QueueState } from '../queue/state.ts';
import { columns, percent, plural, printable } from './output.ts';
import { queueAddressOf, queueOption, withQueue } from './queueSettings.ts';
import { addSimulate } from './queueSimulate.ts';
import { type OutputSettings, outputOf, withOutput } from './settings.ts';

export function addQueue(program: Command): void {
  const queue = program
    .command('queue')
    .description('look at the work of many machines, end it, or simulate it');
  const status = queue
    .command('status')
    .description('what is done, what runs where, and what waits')
    .addOption(queueOption())
    .action(printStatus);
  withOutput(status);
  const clear = queue
    .command('clear')
    .description('forget all plans and jobs; tables in stores stay')
    .addOption(queueOption())
    .option('-f, --force', 'even if machines are at work')
    .action(runClear);
  withOutput(clear);
  addSimulate(queue);
}

async function printStatus(settings: OutputSettings, self: Command): Promise<void> {
  const output = outputOf(settings);
  const address = await queueAddressOf(self);
  const { readState } = await import('../queue/readState.ts');
  const state = await withQueue(address, output, readState);
  output.result({ queue: address.name, ...state }, () => printable(describe(address.name, state)));
}

interface ClearSettings extends OutputSettings {
  readonly force?: boolean;
}

async function runClear(settings: ClearSettings, self: Command): Promise<void> {
  const output = outputOf(settings);
  const address = await queueAddressOf(self);
  const { readState } = await import('../queue/readState.ts');
  const { Ledger } = await import('../queue/ledger.ts');
  const cleared = await withQueue(address, output, async (redis): Promise<readonly GameState[]> => {
    const state = await readState(redis);
    const busy = state.machines.filter(({ table }) => table !== undefined);
    if (busy.length > 0 && !settings.force) {
      const who = busy.map(({ name, table }) => `${name} (${table})`).join(', ');
      const right = 'stop them, or --force drops what they do';
      return unwrap(fail('setting', `${plural(busy.length, 'machine')} at work, ${who}: ${right}`));
    }
    await new Ledger(redis).clear();
    return state.games;
  });
  const tables = cleared.reduce((sum, game) => sum + game.tables.length, 0);
  output.result({ queue: address.name, games: cleared.length, tables }, () =>
    cleared.length === 0
      ? `${address.name} was empty`
      : `forgot ${plural(cleared.length, 'plan')} of ${plural(tables, 'table')}`,
  );
}

function describe(name: string, state: QueueState): string {
  const { games, machines } = state;
  const lines = [`${name}: ${plural(games.length, 'plan')}, ${plural(machines.length, 'machine')}`];
  for (const game of games) lines.push('', ...describeGame(game, state));
  if (machines.length > 0) {
    const head = ['machine', 'threads', 'memory', 'made', 'makes'];
    lines.push('', columns([head, ...machines.map(rowOf)]));
  }
  return lines.join('\n');
}

const STATES = ['done', 'running', 'ready', 'waiting', 'failed'] as const;

function describeGame(game: GameState, state: QueueState): string[] {
  const { title, tables } = game;
  const progress = progressOf(game, state);
  const parts = STATES.flatMap((each) => {
    const count = progress.counts[each];
    return count > 0 ? [`${count} ${each}`] : [];
  });
  const failed = tables.filter(({ state: is }) => is === 'failed');
  return [
    `${title}: ${plural(tables.length, 'table')}, ${parts.join(', ')}`,
    ...(progress.counts.done < tables.length ? [describePace(progress, state).join(', ')] : []),
    ...failed.map(({ table, problem }) => `  ${table} has failed: ${problem?.message}`),
  ];
}

function rowOf({ name, threads, memory, made, table, share = 0 }: MachineState) {
  const makes = table === undefined ? '-' : `${table} ${percent(Math.round(share * 100), 100)}`;
  return [name, threads, formatBytes(memory, Math.floor), made, makes];
}
