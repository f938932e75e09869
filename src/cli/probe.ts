import type { Command } from 'commander';
import { WHITE } from '../chess/men.ts';
import { unwrap } from '../chess/result.ts';
import { type Probe, type ProbedMove, Tablebase } from '../probe/tablebase.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Value } from '../table/value.ts';
import { drawBoard } from './board.ts';
import { columns, type Output, plural } from './output.ts';
import { contextOf, type Settings, withSettings } from './settings.ts';

export function addProbe(program: Command): void {
  const command = program
    .command('probe')
    .description('the value of a position and of every move in it')
    .argument('<fen>', "the position, quoted: '8/8/8/4k3/8/8/8/K2Q4 w - -'")
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
Green moves are legal; amber ones are legal in chess but hang a mate, so metachess forbids them.
Plies count the moves of both sides, from the position before the move to the end of the game.

Example:
  metatb probe '8/8/8/4k3/8/8/8/K2Q4 w - -'`;

async function run(fen: string, settings: Settings): Promise<void> {
  const { rules, store, output } = contextOf(settings);
  const position = unwrap(rules.parseFen(fen));
  const probe = unwrap(await new Tablebase(rules, store).probe(position));
  const { table, value, ending } = probe;
  const data = {
    fen: rules.makeFen(position),
    rules: rules.name,
    table,
    ...value,
    check: rules.check(position),
    metacheck: rules.metacheck(position),
    over: ending?.reason ?? null,
    moves: probe.moves.map(({ uci, san, legal, value: worth }) => ({
      uci,
      san,
      legal,
      wdl: worth?.wdl ?? null,
      dtm: worth?.dtm ?? null,
    })),
  };
  output.result(data, () => describe(rules, position, probe, output));
}

function describe(rules: RuleSet, position: unknown, probe: Probe, output: Output): string {
  const side = rules.turn(position) === WHITE ? 'White' : 'Black';
  const alarm = rules.check(position)
    ? `, in ${output.paint('red', 'check')}`
    : rules.metacheck(position)
      ? `, in ${output.paint('yellow', 'metacheck')}`
      : '';
  const { ending, value, table } = probe;
  const verdict = ending
    ? `${ending.reason}: ${side} ${ending.wdl < 0 ? 'has lost' : ending.wdl > 0 ? 'has won' : 'draws'}`
    : `${side} ${outcome(value)}`;
  return [
    drawBoard(rules, position, output),
    '',
    `${side} to move${alarm}`,
    `${verdict}  (${rules.title}, ${table ? `table ${table}` : 'no table needed'})`,
    ...(probe.moves.length > 0 ? ['', moveList(rules, position, probe.moves, output)] : []),
  ].join('\n');
}

function moveList(
  rules: RuleSet,
  position: unknown,
  moves: readonly ProbedMove[],
  output: Output,
): string {
  const rows = moves.map(({ move, san, legal, value }) => {
    if (legal) return ['green', san, outcome(value!)];
    const refutation = rules.refutation(position, move);
    const reply = refutation && rules.makeSan(refutation.at, refutation.reply);
    return ['amber', san, `forbidden${reply ? `: hangs mate by ${reply}` : ''}`];
  });
  // Painted after the columns are laid out: colour codes have no width.
  return columns(rows)
    .split('\n')
    .map((line, i) => output.paint(moves[i]!.legal ? 'green' : 'yellow', `  ${line}`))
    .join('\n');
}

/** `wins in 17 plies`, `draws`, `loses in 4 plies`. */
function outcome({ wdl, dtm }: Value): string {
  if (wdl === 0) return 'draws';
  return `${wdl > 0 ? 'wins' : 'loses'} in ${plural(dtm, 'ply', 'plies')}`;
}
