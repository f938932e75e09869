import type { Command } from 'commander';
import { unwrap } from '../board/result.ts';
import { WHITE } from '../pieces/army.ts';
import { wrap } from '../play/moveText.ts';
import { alarmsOf } from '../play/status.ts';
import type { Position } from '../position/position.ts';
import { heldValue, type Probe, type ProbedMove } from '../probe/probe.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Value } from '../table/value.ts';
import { alarmOf, drawBoard } from './board.ts';
import { columns, type Output, plural, worth } from './output.ts';
import { answerLines, onePosition, type PositionSettings, withPositions } from './positions.ts';
import { probeContextOf, type Settings, withProbeSettings } from './settings.ts';

export function addProbe(program: Command): void {
  const command = program
    .command('probe')
    .description('print the value of positions and of every move in them')
    .addHelpText('after', help)
    .action(run);
  withProbeSettings(withPositions(command));
}

const help = `
Green moves are legal; amber ones are legal in chess but hang a mate, so metachess forbids them.
Plies count the moves of both sides, from the position before the move to the end of the game.
Tables ignore the 50-move rule; the answer says if it may end the game first ("fiftyMoves":
"may-end-first" with --json).

Many positions are answered with a line each: the FEN, its value and the best move, with tabs
between them, or with --json one object. A FEN that cannot be answered does not stop the rest;
the first such FEN makes the exit code.

Examples:
  metatb probe '8/8/8/4k3/8/8/8/K2Q4 w - -'
  metatb probe 8/8/8/4k3/8/8/8/K2Q4_w_-_-
  metatb probe --file positions.txt
  metatb probe - --json < positions.txt | jq .dtm`;

async function run(fen: readonly string[], settings: ProbeSettings): Promise<void> {
  const { rules, tablebase, output } = probeContextOf(settings);
  const one = onePosition(rules, fen, settings);
  if (!one) {
    return answerLines({ rules, output }, settings, {
      ask: (positions) => tablebase.probeMany(positions),
      data: (position, probe) => dataOf(rules, position, probe),
      text: (position, { value, moves }) =>
        [rules.makeFen(position), worth(value), moves.find(({ legal }) => legal)?.san ?? '-'].join(
          '\t',
        ),
    });
  }
  const { position } = one;
  const probe = unwrap(await tablebase.probe(position));
  output.result(dataOf(rules, position, probe), () => describe(rules, position, probe, output));
}

interface ProbeSettings extends Settings, PositionSettings {}

function dataOf(rules: RuleSet, position: Position, probe: Probe) {
  const { table, fiftyMoves, ending, moves } = probe;
  const value = heldValue(rules, position, probe);
  return {
    fen: rules.makeFen(position),
    rules: rules.name,
    table,
    wdl: value?.wdl ?? null,
    dtm: value?.dtm ?? null,
    fiftyMoves,
    ...alarmsOf(rules, position),
    over: ending?.reason ?? null,
    moves: moves.map(({ uci, san, legal, value: worth }) => ({
      uci,
      san,
      legal,
      wdl: worth?.wdl ?? null,
      dtm: worth?.dtm ?? null,
    })),
  };
}

function describe(rules: RuleSet, position: Position, probe: Probe, output: Output): string {
  const side = position.turn === WHITE ? 'White' : 'Black';
  const alarm = alarmOf(rules, position);
  const { ending, value, fiftyMoves, table, moves } = probe;
  const verdict = ending
    ? `${ending.reason}: ${side} ${ending.wdl < 0 ? 'has lost' : ending.wdl > 0 ? 'has won' : 'draws'}`
    : `${side} ${outcome(value)}${fiftyMoves === 'safe' ? '' : ', but the 50-move rule may end it first'}`;
  return [
    drawBoard(rules, position, output),
    '',
    `${side} to move${alarm ? `, in ${output.paint(alarm.style, alarm.name)}` : ''}`,
    `${verdict}  (${rules.title}, ${table ? `table ${table}` : 'no table needed'})`,
    ...legalMoves(moves, output),
    ...forbiddenMoves(rules, position, moves, output),
  ].join('\n');
}

/** The legal moves, grouped by value. */
function legalMoves(moves: readonly ProbedMove[], output: Output): string[] {
  const groups = new Map<string, string[]>();
  for (const { san, value } of moves) {
    if (value === null) continue;
    const worth = outcome(value);
    groups.set(worth, [...(groups.get(worth) ?? []), san]);
  }
  if (groups.size === 0) return [];
  const width = Math.max(...[...groups.keys()].map(({ length }) => length));
  const rows = [...groups].flatMap(([worth, sans]) =>
    wrap(sans, LINE_WIDTH - width).map(
      (line, i) => `  ${(i === 0 ? worth : '').padEnd(width)}  ${output.paint('green', line)}`,
    ),
  );
  return ['', 'Legal (green):', ...rows];
}

const LINE_WIDTH = 72;

/** The moves that the rules forbid, with the reasons. */
function forbiddenMoves(
  rules: RuleSet,
  position: Position,
  moves: readonly ProbedMove[],
  output: Output,
): string[] {
  const rows = moves
    .filter(({ legal }) => !legal)
    .map(({ move, san }) => {
      const refutation = rules.refutation(position, move);
      return [
        san,
        refutation ? `hangs mate by ${rules.makeSan(refutation.at, refutation.reply)}` : '',
      ];
    });
  if (rows.length === 0) return [];
  // Painted after the columns are laid out: colour codes have no width.
  const lines = columns(rows).split('\n');
  return ['', 'Forbidden (amber):', ...lines.map((line) => `  ${output.paint('yellow', line)}`)];
}

/** `wins in 17 plies`, `draws`, `loses in 4 plies`. */
function outcome({ wdl, dtm }: Value): string {
  if (wdl === 0) return 'draws';
  return `${wdl > 0 ? 'wins' : 'loses'} in ${plural(dtm, 'ply', 'plies')}`;
}
