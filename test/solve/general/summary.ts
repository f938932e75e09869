import type { Compared } from './bothSolvers.ts';

/** The share of tables that the solver refuses. */
export function refusedShare(compared: readonly Compared[]): number {
  const refused = compared.filter((each) => each.refused !== undefined);
  return compared.length === 0 ? 0 : refused.length / compared.length;
}

/** How many tables were compared, how long each solver took for them, and which were refused and why. */
export function summaryOf(compared: readonly Compared[]): string {
  const taken = compared.filter(({ refused }) => refused === undefined);
  const sum = (of: (each: Compared) => number) => taken.reduce((all, each) => all + of(each), 0);
  const unlike = taken.filter(({ differences }) => differences.length > 0);
  const games = new Set(compared.map(({ game }) => game)).size;
  const seconds = {
    reference: sum((each) => each.seconds.reference).toFixed(1),
    compared: sum((each) => each.seconds.compared).toFixed(1),
  };
  const reasons = new Map<string, string[]>();
  for (const { game, table, refused } of compared) {
    if (refused === undefined) continue;
    // Names of tables and games make the same reason look like others.
    const reason = refused.replaceAll(table, 'TABLE').replaceAll(game, 'GAME');
    reasons.set(reason, [...(reasons.get(reason) ?? []), `${game} ${table}`]);
  }
  return [
    `${games} games, ${taken.length} tables of ${sum(({ numbers }) => numbers)} numbers, ${sum(({ decided }) => decided)} of them decided; ${unlike.length} tables differ`,
    `the reference solver took ${seconds.reference} s, the other one ${seconds.compared} s`,
    ...[...reasons].map(
      ([reason, tables]) => `refused ${tables.length}, such as ${tables[0]}: ${reason}`,
    ),
  ].join('\n');
}
