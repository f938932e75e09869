import { yardstick } from '../figures/generators.ts';
import { columns } from '../src/cli/output.ts';
import type { All4 } from './all4.ts';
import type { WholeCommand } from './commands.ts';
import type { Measured } from './tables.ts';
import type { Comparison } from './yardstick.ts';

export interface Measurements {
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly node: string;
    /** Of the last minute before the first process was started. */
    readonly load: number;
  };
  readonly tries: number;
  readonly tables?: readonly Measured[];
  readonly all4?: readonly All4[];
  readonly commands?: readonly WholeCommand[];
  readonly yardstick?: readonly Comparison[];
}

/** More of a core in other hands than this, and figures are not those of a quiet machine. */
export const QUIET = 0.1;

/** What was measured, to be read. */
export function report(measurements: Measurements): string {
  const { machine, tries, tables, all4, commands, yardstick: comparisons } = measurements;
  const { cpu, cores, node } = machine;
  const rows = [...(tables ?? []), ...(all4 ?? []), ...(commands ?? []), ...(comparisons ?? [])];
  const yardsticks = (commands ?? []).flatMap(({ yardstick }) =>
    yardstick ? [yardstick.others] : [],
  );
  return [
    `${cpu}, ${cores} cores, node ${node}; the best of ${tries} tries, seconds`,
    tables && tableReport(tables),
    all4 && all4Report(all4),
    commands && commandReport(commands),
    comparisons && yardstickReport(comparisons),
    tables && ratios(tables),
    noise([...rows.map(({ others }) => others), ...yardsticks]),
  ]
    .filter((part) => part)
    .join('\n\n');
}

function tableReport(tables: readonly Measured[]): string {
  const head = ['table', 'rules', 'threads', 'generate', 'without files', 'solve alone', 'plies'];
  const rows = tables.map((each) => [
    each.table,
    each.rules,
    each.threads,
    seconds(each.generateSeconds),
    seconds(each.wholeSeconds),
    seconds(each.solveSeconds),
    each.plies,
    each.positions,
    Math.round(each.positionsASecond),
    mebibytes(each.peakBytes),
    cores(each.others),
    verdict(each.faults),
  ]);
  const more = ['positions', 'positions/s', 'peak MiB', 'others', 'counts'];
  return `${columns([[...head, ...more], ...rows])}

generate: the whole process 'metatb generate', from the start of Node to the end of the last file, subtables included
without files: the same by a process that writes none; -: subtables of five men are read from files, made before
solve alone: this table's, its subtables in memory; positions are up to symmetry, of both sides to move
others: cores that other processes used meanwhile`;
}

function all4Report(all4: readonly All4[]): string {
  const rows = all4.map((each) => [
    each.table,
    each.rules,
    each.threads,
    seconds(each.solveSeconds),
    seconds(each.wholeSeconds),
    mebibytes(each.peakBytes),
    cores(each.others),
    each.faults.length > 0 ? 'WRONG' : `${each.checked} right`,
  ]);
  const head = ['', 'rules', 'threads', 'solve', 'whole process', 'peak MiB', 'others', 'counts'];
  return columns([head, ...rows]);
}

function commandReport(commands: readonly WholeCommand[]): string {
  const head = ['metatb generate', 'threads', 'seconds', 'at most', 'aim', 'of the most'];
  const scale = scaleOf(commands);
  const rows = commands.map((each) => {
    const scaled = (limit: number | null) => limit && limit * (scale ?? 1);
    const most = scaled(each.mostSeconds);
    return [
      each.table,
      each.threads,
      seconds(each.seconds),
      seconds(most),
      seconds(scaled(each.aimSeconds)),
      most === null ? '-' : (each.seconds / most).toFixed(2),
      each.tables,
      each.bytes,
      Math.floor(each.mostBytes),
      mebibytes(each.peakBytes),
      cores(each.others),
      verdict(each.faults),
    ];
  });
  const more = ['tables', 'bytes', 'at most', 'peak MiB', 'others', 'counts'];
  return `${columns([[...head, ...more], ...rows])}

From the start of Node to the end of the last file, subtables included; bytes of the named table, or of all.
Seconds are asked where the yardstick takes ${yardstick.seconds} s for ${yardstick.table}: ${scaleText(commands, scale)}.

${peerReport(commands, scale)}`;
}

/** How much slower this machine is than that for which seconds are asked; null if that is not known. */
function scaleOf(commands: readonly WholeCommand[]): number | null {
  const here = commands[0]?.yardstick;
  // It waits for all of its threads at every step: on a busy machine limits scaled by it would mean nothing.
  if (!here || (here.others ?? 0) > QUIET) return null;
  return here.seconds / yardstick.seconds;
}

function scaleText([command]: readonly WholeCommand[], scale: number | null): string {
  if (!command?.yardstick) return 'it was not measured here';
  const here = `here it takes ${command.yardstick.seconds.toFixed(2)} s`;
  return scale === null
    ? `${here}, but others were at work: not scaled`
    : `${here}, scaled by that`;
}

/** Other generators, where they were measured and, if the yardstick was measured there too, as it would be here. */
function peerReport(commands: readonly WholeCommand[], scale: number | null): string {
  const rows = commands.flatMap(({ peers, seconds: ours }) =>
    peers.map(({ generator, tables, machine, seconds: theirs, yardstickSeconds }) => {
      const known = scale !== null && yardstickSeconds !== undefined;
      const here = known ? (theirs * scale * yardstick.seconds) / yardstickSeconds : null;
      const ratio = here === null ? '-' : (here / ours).toFixed(1);
      return [generator, tables, machine, seconds(theirs), seconds(here), ratio];
    }),
  );
  const head = ['others, with files', 'tables', 'machine', 'seconds', 'scaled to here', 'of ours'];
  return columns([head, ...rows]);
}

function yardstickReport(comparisons: readonly Comparison[]): string {
  const head = ['table', 'threads', 'ours', 'Node alone', 'yardstick', 'ratio', 'at most'];
  const rows = comparisons.map((each) => [
    each.table,
    each.threads,
    seconds(each.ours),
    seconds(each.node),
    seconds(each.theirs),
    each.ratio.toFixed(2),
    each.atMost.toFixed(1),
    each.ratioAfterNode.toFixed(2),
    each.atMostAfterNode?.toFixed(1) ?? '-',
    `${mebibytes(each.ourPeakBytes)}:${mebibytes(each.theirPeakBytes)}`,
    cores(each.others),
    verdict(each.faults),
  ]);
  const more = ['without Node', 'at most', 'peak MiB', 'others', 'counts'];
  return `${columns([[...head, ...more], ...rows])}

Whole processes that write no files, subtables included. Without Node: ours less what an empty Node takes.`;
}

/** From one thread to more, and from chess to other rules. */
function ratios(tables: readonly Measured[]): string {
  const find = (table: string, rules: string, threads: number) =>
    tables.find((row) => row.table === table && row.rules === rules && row.threads === threads);
  const lines = tables.flatMap(({ table, rules, threads, solveSeconds }) => {
    const alone = threads > 1 ? find(table, rules, 1) : undefined;
    const chess = rules === 'chess' ? undefined : find(table, 'chess', threads);
    const speedup = alone && (alone.solveSeconds / solveSeconds).toFixed(2);
    const cost = chess && (solveSeconds / chess.solveSeconds).toFixed(2);
    return [
      ...(speedup
        ? [`${table} ${rules}: ${speedup} times as fast on ${threads} threads as on 1`]
        : []),
      ...(cost
        ? [`${table} on ${threads} threads: ${rules} takes ${cost} times what chess takes`]
        : []),
    ];
  });
  return lines.join('\n');
}

export function noise(others: readonly (number | null)[]): string {
  const most = Math.max(...others.map((each) => each ?? 0));
  if (others.includes(null)) return 'What other processes did meanwhile is not known here.';
  if (most <= QUIET) return 'The machine was quiet.';
  return `NOT QUIET: other processes used up to ${most.toFixed(1)} cores meanwhile.`;
}

export function verdict(faults: readonly string[] | null): string {
  if (!faults) return 'unknown';
  return faults.length === 0 ? 'right' : 'WRONG';
}

export const seconds = (value: number | null) => (value === null ? '-' : value.toFixed(3));
export const cores = (value: number | null) => (value === null ? '-' : value.toFixed(2));
export const mebibytes = (bytes: number | null) =>
  bytes === null ? '-' : `${Math.ceil(bytes / 2 ** 20)}`;
