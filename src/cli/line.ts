import type { Command } from 'commander';
import { ok, type Result, unwrap } from '../board/result.ts';
import { BLACK } from '../pieces/army.ts';
import { numberedMoves, wrap } from '../play/moveText.ts';
import type { Position } from '../position/position.ts';
import type { ProbedMove } from '../probe/probe.ts';
import type { Tablebase } from '../probe/tablebase.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Value } from '../table/value.ts';
import { plural, worth } from './output.ts';
import { answerLines, onePosition, type PositionSettings, withPositions } from './positions.ts';
import { probeContextOf, type Settings, withProbeSettings } from './settings.ts';

export function addLine(program: Command): void {
  const command = program
    .command('line')
    .description('print the moves of best play to the end of the game')
    .addHelpText('after', help)
    .action(run);
  withProbeSettings(withPositions(command));
}

const help = `
The winner takes the shortest way and the loser the longest; of equal moves the first is shown.

Many positions are answered with a line each: the FEN, its value and the moves, with tabs between
them, or with --json one object.

Examples:
  metatb line '8/8/8/4k3/8/8/8/K2Q4 w - -'
  metatb line --file positions.txt`;

interface LineSettings extends Settings, PositionSettings {}

async function run(fen: readonly string[], settings: LineSettings): Promise<void> {
  const { rules, tablebase, output } = probeContextOf(settings);
  const one = onePosition(rules, fen, settings);
  if (!one) {
    return answerLines({ rules, output }, settings, {
      ask: (positions) => linesFrom(tablebase, positions),
      data: (position, line) => dataOf(rules, position, line),
      text: (position, line) =>
        [rules.makeFen(position), worth(line.value), movesOf(position, line).join(' ') || '-'].join(
          '\t',
        ),
    });
  }
  const { position } = one;
  const [found] = await linesFrom(tablebase, [position]);
  const line = unwrap(found!);
  output.result(dataOf(rules, position, line), () => describe(rules, position, line));
}

interface Line {
  readonly value: Value;
  readonly moves: readonly ProbedMove[];
}

async function linesFrom(
  tablebase: Tablebase,
  positions: readonly Position[],
): Promise<Result<Line>[]> {
  const values = await tablebase.values(positions);
  const lines: Result<Line>[] = [];
  for (const [i, value] of values.entries()) {
    const moves = await tablebase.bestLine(positions[i]!);
    if (!value.ok) lines.push(value);
    else lines.push(moves.ok ? ok({ value: value.value, moves: moves.value }) : moves);
  }
  return lines;
}

function dataOf(rules: RuleSet, position: Position, { value, moves }: Line) {
  return {
    fen: rules.makeFen(position),
    rules: rules.name,
    ...value,
    uci: moves.map(({ uci }) => uci),
    san: moves.map(({ san }) => san),
  };
}

const LINE_WIDTH = 80;

function describe(rules: RuleSet, position: Position, line: Line): string {
  const { wdl, dtm } = line.value;
  const ending = rules.ending(position);
  if (ending) return `The game is over: ${ending.reason}.`;
  if (wdl === 0) return 'Drawn: no line leads to the end of the game.';
  const verdict = `${wdl > 0 ? 'Won' : 'Lost'} in ${plural(dtm, 'ply', 'plies')}:`;
  return [verdict, ...wrap(movesOf(position, line), LINE_WIDTH)].join('\n');
}

function movesOf(position: Position, { moves }: Line): string[] {
  const san = moves.map((move) => move.san);
  return numberedMoves(san, position.turn === BLACK);
}
