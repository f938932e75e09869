import { makeMan, WHITE } from '../chess/men.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Output } from './output.ts';

/** The board with ranks and files, White below. */
export function drawBoard(rules: RuleSet, position: unknown, output: Output): string {
  const { files, ranks } = rules.geometry;
  const cells = Array.from({ length: files * ranks }, () => '.');
  rules.visitMen(position, (square, man) => {
    const letter = makeMan(rules.army, man);
    cells[square] = output.paint(
      man.color === WHITE ? ['bold', 'white'] : ['bold', 'cyan'],
      letter,
    );
  });
  const rows = Array.from({ length: ranks }, (_, row) => {
    const rank = ranks - 1 - row;
    return `${String(rank + 1).padStart(2)} ${cells.slice(rank * files, (rank + 1) * files).join(' ')}`;
  });
  const names = Array.from({ length: files }, (_, file) => String.fromCharCode(97 + file));
  return [...rows, `   ${names.join(' ')}`].join('\n');
}
