import type { Command } from 'commander';
import { BLACK } from '../chess/men.ts';
import { unwrap } from '../chess/result.ts';
import { numberedMoves, wrap } from '../play/moveText.ts';
import { plural } from './output.ts';
import { probeContextOf, type Settings, withProbeSettings } from './settings.ts';

export function addLine(program: Command): void {
  const command = program
    .command('line')
    .description('the moves of best play to the end of the game')
    .argument('<fen...>', 'the position')
    .addHelpText('after', "\nExample:\n  metatb line '8/8/8/4k3/8/8/8/K2Q4 w - -'")
    .action(run);
  withProbeSettings(command);
}

async function run(fen: readonly string[], settings: Settings): Promise<void> {
  const { rules, tablebase, output } = probeContextOf(settings);
  const position = unwrap(rules.parseFen(fen.join(' ')));
  const value = unwrap(await tablebase.value(position));
  const line = unwrap(await tablebase.bestLine(position));
  const data = {
    fen: rules.makeFen(position),
    rules: rules.name,
    ...value,
    uci: line.map((move) => move.uci),
    san: line.map((move) => move.san),
  };
  output.result(data, () => {
    const ending = rules.ending(position);
    if (ending) return `The game is over: ${ending.reason}.`;
    if (value.wdl === 0) return 'Drawn: no line leads to the end of the game.';
    const verdict = value.wdl > 0 ? 'Won' : 'Lost';
    const moves = wrap(numberedMoves(data.san, rules.turn(position) === BLACK), LINE_WIDTH).join(
      '\n',
    );
    return `${verdict} in ${plural(value.dtm, 'ply', 'plies')}:\n${moves}`;
  });
}

const LINE_WIDTH = 80;
