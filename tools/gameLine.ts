import { makeSquare } from '../src/board/board.ts';
import type { Region } from '../src/board/regions.ts';
import type { PieceKind } from '../src/pieces/army.ts';
import type { Movement } from '../src/pieces/legs.ts';
import { makeBetza } from '../src/pieces/makeBetza.ts';
import type { Variant } from '../src/rules/variant.ts';

/** All that decides the values of a game's tables in one line, for the report of a failure. */
export function gameLine({ name, equipment, ...ends }: Variant): string {
  const { board, army, laws } = equipment;
  const region = (of: Region): string => {
    if ('ranks' in of) return `ranks ${of.ranks.join(' ')}`;
    return of.squares
      .map((side) => side.map((at) => makeSquare(at, board)).join(' '))
      .join(' and ');
  };
  const word = (value: unknown): string => {
    if (value === true) return '';
    if (typeof value !== 'object' || value === null) return ` ${value}`;
    if ('ranks' in value || 'squares' in value) return ` ${region(value as Region)}`;
    if (Array.isArray(value)) return ` [${value}]`;
    return ` (${words(value)})`;
  };
  const words = (of: object): string =>
    Object.entries(of)
      .map(([key, value]) => key + word(value))
      .join(', ');
  const kindLine = ({ letter, name: _, movement, pawn, promotions, ...rest }: PieceKind) => {
    const more = {
      ...(pawn ? { pawn } : {}),
      ...(promotions.length > 0 ? { promotions } : {}),
      ...rest,
    };
    const facts = words(more);
    return `${letter} ${movementText(movement)}${facts === '' ? '' : ` (${facts})`}`;
  };
  const { stuck, goal, extinction, bareRoyalLoses } = ends;
  const stuckLine =
    stuck === 'pass'
      ? 'stuck: pass'
      : `stuck: attacked ${stuck.attacked.wdl}, free ${stuck.free === 'pass' ? 'pass' : stuck.free.wdl}`;
  return [
    `${name}: ${board.files}x${board.ranks}`,
    ...army.map(kindLine),
    ...(Object.keys(laws).length > 0 ? [words(laws)] : []),
    stuckLine,
    ...(goal ? [`goal: ${words(goal)}`] : []),
    ...(extinction ? [`extinction: ${words(extinction)}`] : []),
    ...(bareRoyalLoses ? ['a bare king loses'] : []),
  ].join('; ');
}

/** A triple step that gives a right to take en passant has no letters: it follows a plus sign. */
function movementText(movement: Movement): string {
  const isTriple = ({ step, enPassant }: Movement[number]) => step[1] === 3 && enPassant;
  const triple = movement.some(isTriple);
  const text = makeBetza(movement.filter((leg) => !isTriple(leg)));
  return triple ? `${text}+triple` : text;
}
