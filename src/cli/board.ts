import { makePiece, WHITE } from '../pieces/army.ts';
import { type Position, piecesOn, royalsOf } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Output, Style } from './output.ts';

/** The board with ranks and files, White below; the king in check is red, in metacheck amber. */
export function drawBoard(rules: RuleSet, position: Position, output: Output): string {
  const { files, ranks } = rules.board;
  const alarm = alarmOf(rules, position);
  const royals = royalsOf(position, position.turn);
  const cells = Array.from({ length: files * ranks }, () => output.paint('dim', '.'));
  for (const man of piecesOn(position)) {
    const inAlarm = alarm && royals.includes(man.square);
    const own: Style = man.color === WHITE ? 'bold' : ['bold', 'cyan'];
    const style: Style = inAlarm ? ['inverse', 'bold', alarm.style] : own;
    cells[man.square] = output.paint(style, makePiece(rules.army, man));
  }
  const rows = Array.from({ length: ranks }, (_, row) => {
    const rank = ranks - 1 - row;
    return `${String(rank + 1).padStart(2)} ${cells.slice(rank * files, (rank + 1) * files).join(' ')}`;
  });
  const names = Array.from({ length: files }, (_, file) => String.fromCharCode(97 + file));
  return [...rows, `   ${names.join(' ')}`].join('\n');
}

/** The alarm of the side to move and the colour to print it in. */
export function alarmOf(
  rules: RuleSet,
  position: Position,
): { readonly name: string; readonly style: 'red' | 'yellow' } | undefined {
  if (rules.check(position)) return { name: 'check', style: 'red' };
  if (rules.metacheck(position)) return { name: 'metacheck', style: 'yellow' };
  return undefined;
}
