import { type Army, type Color, ROYAL } from '../../pieces/army.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind } from '../../table/placements.ts';

/** The slots of the two pieces that go through all squares in a plane. The lane piece's squares are adjacent. */
export interface Layout {
  readonly row: number;
  readonly lane: number;
  /** The side to move whose values are coded first, and help to predict or to derive the other's. */
  readonly first: Color;
}

/** Are the other side's values derived from those that are coded first, and from what its captures are worth? */
export function isDerived({ men }: Pick<Material, 'men'>, { row, lane, first }: Layout): boolean {
  const other = men.flatMap(({ color }, slot) => (color === first ? [] : [slot]));
  return (
    other.every((slot) => slot === row || slot === lane) &&
    men[row]!.kind === ROYAL &&
    other.includes(row)
  );
}

/** Can these pieces go through all squares? Not pawns, nor a piece with an identical one. */
export function isPossible(
  { men }: Pick<Material, 'men'>,
  army: Army,
  { row, lane, first }: Layout,
): boolean {
  const starts = firstsOfKind(men);
  const alone = (slot: number) => starts.filter((start) => start === starts[slot]).length === 1;
  const moves = [row, lane].every((slot) => !army[men[slot]!.kind]!.pawn && alone(slot));
  return row !== lane && moves && [row, lane].some((slot) => men[slot]!.color !== first);
}

/**
 * All layouts of an endgame whose ranks are listed: of pieces without a like one. One of them is of the side that is coded
 * second, so that its quiet moves are known.
 */
export function listedLayoutsOf({ men }: Pick<Material, 'men'>): Layout[] {
  const slots = men.map((_, slot) => slot);
  return slots.flatMap((row) =>
    slots.flatMap((lane) =>
      ([0, 1] as const)
        .map((first) => ({ row, lane, first }))
        .filter((layout) => isPossibleListed({ men }, layout)),
    ),
  );
}

export function isPossibleListed(
  { men }: Pick<Material, 'men'>,
  { row, lane, first }: Layout,
): boolean {
  const starts = firstsOfKind(men);
  const alone = (slot: number) => starts.filter((start) => start === starts[slot]).length === 1;
  const isHelpful = [row, lane].some((slot) => men[slot]!.color !== first);
  return row !== lane && alone(row) && alone(lane) && isHelpful;
}

/**
 * The layouts that are worth a trial: those in which one side's values are derived; if there is none, all others. A side
 * is derived that has no pawn and at most two pieces: its king's squares are the rows, and the lanes those of its other
 * piece, or of the other king.
 */
export function layoutsOf(material: Material, army: Army): Layout[] {
  const { men } = material;
  const slots = men.map((_, slot) => slot);
  const kings = slots.filter((slot) => men[slot]!.kind === ROYAL);
  const derived = kings.flatMap((row) => {
    const own = slots.filter((slot) => men[slot]!.color === men[row]!.color && slot !== row);
    const lane = own.length > 0 ? own[0]! : kings.find((slot) => slot !== row)!;
    const layout: Layout = { row, lane, first: men[row]!.color === 0 ? 1 : 0 };
    return own.length < 2 && isPossible(material, army, layout) ? [layout] : [];
  });
  if (derived.length > 0) return derived;
  return slots.flatMap((row) =>
    slots.flatMap((lane) =>
      ([0, 1] as const)
        .map((first) => ({ row, lane, first }))
        .filter((layout) => isPossible(material, army, layout)),
    ),
  );
}
