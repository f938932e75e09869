import type { Board, Square } from '../../board/board.ts';
import { onRanks, type Region, regionOf, squaresIn } from '../../board/regions.ts';
import type { Result } from '../../board/result.ts';
import type { Army, PieceKind } from '../../pieces/army.ts';
import type { Movement } from '../../pieces/legs.ts';
import { normalised } from '../../pieces/normalForm.ts';
import {
  doubleStep,
  goesForward,
  hasRoom,
  type Kind,
  readMovement,
  strengthOf,
  tripleStep,
  withoutPassants,
} from './movements.ts';
import { addPassants } from './passants.ts';
import { isCustom, KING, PAWN, predefined } from './predefined.ts';
import type { Refuse } from './problems.ts';
import type { Settings } from './settings.ts';
import { limitedTo, squaresOn } from './squares.ts';

/** The kinds of the game in the order of slots, and the index of each by its key. */
export interface Ranked {
  readonly army: Army;
  indexOf(key: string): number;
}

/** The army of the settings. `letters`: what stands where in the first position. */
export function armyOf(
  settings: Settings,
  board: Board,
  letters: ReadonlyMap<Square, string>,
  refuse: Refuse,
): Ranked {
  const plain = [...settings.kinds].map(([key, kind]): Kind => {
    const movement = read(readMovement(textOf(settings, key), board), key, refuse);
    return { key, letter: kind.letter, movement: withFirstSteps(settings, board, key, movement) };
  });
  const pawn = pawnOf(settings, plain);
  const placed = addPassants(settings, board, plain, refuse).map((kind) => ({
    kind,
    place: classOf(settings, pawn, kind),
    strength: strengthOf(kind.movement, board),
  }));
  placed.sort(
    (a, b) =>
      a.place - b.place || b.strength - a.strength || (a.kind.letter < b.kind.letter ? -1 : 1),
  );
  const kinds = placed.map(({ kind }) => kind);
  const indexOf = (key: string) => kinds.findIndex((kind) => kind.key === key);
  const army = kinds.map((kind) => {
    const isPawn = kind.key === pawn;
    return {
      letter: kind.letter,
      name: nameOf(settings, kind),
      movement: kind.movement,
      ...royaltyOf(settings, kind, letters),
      ...homesOf(settings, board, kind),
      ...entersOf(settings, board, kind.key),
      ...passantsOf(settings, board, kind),
      pawn: isPawn,
      ...(isPawn && beginsOnFirstRank(board, letters, kind.letter)
        ? { anyRank: true as const }
        : {}),
      ...promotionsOf(settings, board, kind.key, indexOf, refuse),
    } satisfies PieceKind;
  });
  return { army, indexOf };
}

function textOf({ kinds }: Settings, key: string): string {
  return kinds.get(key)!.movement ?? predefined.get(key)?.movement ?? 'K';
}

function read(movement: Result<Movement>, key: string, refuse: Refuse): Movement {
  if (movement.ok) return movement.value;
  refuse([key], `${key}: ${movement.problem.message}`);
  return [];
}

/** With a pawn's steps, and without first moves of pieces that have no home. */
function withFirstSteps(
  settings: Settings,
  board: Board,
  key: string,
  movement: Movement,
): Movement {
  const hasHome = settings.doubleStepRegion.some((squares) => squaresOn(board, squares).length > 0);
  const hasTriple = settings.tripleStepRegion.some(
    (squares) => squaresOn(board, squares).length > 0,
  );
  const kept = movement.filter(({ initial }) => hasHome || !initial);
  if (key !== PAWN) return kept;
  return normalised([
    ...kept,
    ...(hasHome && hasRoom(board, doubleStep) ? [doubleStep] : []),
    ...(hasTriple && hasRoom(board, tripleStep) ? [tripleStep] : []),
  ]);
}

/** The kind that is written without its letter: the pawn, or the first that promotes as one, if it only goes forward. */
function pawnOf(settings: Settings, kinds: readonly Kind[]): string | undefined {
  const { promotionPawns } = settings;
  const keys = [PAWN, ...promotionPawns[0], ...promotionPawns[1]];
  const first = keys.find((key) => kinds.some((kind) => kind.key === key));
  if (first === undefined || isRoyal(settings, first)) return undefined;
  const { movement } = kinds.find(({ key }) => key === first)!;
  return goesForward(withoutPassants(movement)) ? first : undefined;
}

/** Royal kinds come first, the king before others; the pawn last. */
function classOf(settings: Settings, pawn: string | undefined, { key }: Kind): number {
  if (key === KING) return 0;
  if (isRoyal(settings, key)) return 1;
  return key === pawn ? 3 : 2;
}

function isRoyal({ extinctionPseudoRoyal, extinctionKinds }: Settings, key: string): boolean {
  const isNamed = extinctionKinds !== 'all' && extinctionKinds.includes(key);
  return key === KING || (extinctionPseudoRoyal && isNamed);
}

/** A side that begins without a king never has one, and the other's is royal all the same. */
function royaltyOf(
  settings: Settings,
  { key, letter }: Kind,
  letters: ReadonlyMap<Square, string>,
): Pick<PieceKind, 'royal'> {
  if (key === KING) {
    const there = [...letters.values()];
    const hasKing = (own: string) => there.includes(own);
    const small = letter.toLowerCase();
    return { royal: hasKing(letter) === hasKing(small) ? 'only' : 1 };
  }
  return isRoyal(settings, key) ? { royal: settings.extinctionCount + 1 } : {};
}

function nameOf({ pieceNames }: Settings, { key, letter }: Kind): string {
  const title = isCustom(key) ? `piece ${letter}` : (predefined.get(key)?.title ?? key);
  return pieceNames.get(letter) ?? title;
}

function homesOf(settings: Settings, board: Board, { key, movement }: Kind): Partial<PieceKind> {
  const triple = key === PAWN && movement.some(isTriple);
  const home = movement.some((leg) => leg.initial && !(triple && isTriple(leg)));
  const region = (squares: Settings['doubleStepRegion']) =>
    regionOf(board, [squaresOn(board, squares[0]), squaresOn(board, squares[1])]);
  return {
    ...(home ? { home: region(settings.doubleStepRegion) } : {}),
    ...(triple ? { tripleHome: region(settings.tripleStepRegion) } : {}),
  };
}

function isTriple({ initial, step: [x, y] }: Movement[number]): boolean {
  return initial === true && x === 0 && y === 3;
}

/** Where it may go. */
function entersOf(settings: Settings, board: Board, key: string): Partial<PieceKind> {
  const sides = ([0, 1] as const).map((color) => {
    const region = settings.mobility.get(key)?.[color];
    return region?.size ? squaresOn(board, region) : everySquare(board);
  });
  const region = limitedTo(board, [sides[0]!, sides[1]!]);
  return region ? { enters: region } : {};
}

function everySquare({ size }: Board): readonly Square[] {
  return Array.from({ length: size }, (_, square) => square);
}

/** The kinds of the game to which a side's pawns promote. */
function promotionKeys({ kinds, promotionPieces }: Settings, color: 0 | 1): readonly string[] {
  return promotionPieces[color].filter((key) => kinds.has(key));
}

function passantsOf(settings: Settings, board: Board, { key, movement }: Kind): Partial<PieceKind> {
  if (!movement.some(({ purpose, enPassant }) => enPassant && purpose === 'take')) return {};
  const [white, black] = ([0, 1] as const).map((color) =>
    settings.enPassantKinds[color].includes(key)
      ? squaresOn(board, settings.enPassantRegion[color])
      : [],
  );
  const region = limitedTo(board, [white!, black!]);
  return region ? { passantsOn: region } : {};
}

function beginsOnFirstRank(
  { files, ranks }: Board,
  letters: ReadonlyMap<Square, string>,
  letter: string,
): boolean {
  return [...letters].some(([square, there]) => {
    const rank = Math.floor(square / files);
    return (
      (there === letter && rank === 0) || (there === letter.toLowerCase() && rank === ranks - 1)
    );
  });
}

function promotionsOf(
  settings: Settings,
  board: Board,
  key: string,
  indexOf: (key: string) => number,
  refuse: Refuse,
): Pick<PieceKind, 'promotions' | 'blackPromotions' | 'promotesOn' | 'mayStay'> {
  const sides = ([0, 1] as const).map((color) => {
    const region = squaresOn(board, settings.promotionRegion[color]);
    const isPawn = settings.promotionPawns[color].includes(key) && region.length > 0;
    const keys = isPawn ? promotionKeys(settings, color) : [];
    if (keys.includes(KING)) {
      const given = ['promotionPieceTypesWhite', 'promotionPieceTypesBlack', 'promotionPieceTypes'];
      refuse(
        given,
        `promotionPieceTypes: nothing becomes a king: leave out ${lettersOf(settings, KING)}`,
      );
    }
    // With nothing to become it may not go there, but attacks there.
    const isBarred = isPawn && keys.length === 0 && settings.mandatoryPawnPromotion;
    const squares = keys.length > 0 || isBarred ? region : [];
    return { kinds: keys.map(indexOf).sort((a, b) => a - b), squares, isBarred };
  });
  const [white, black] = [sides[0]!, sides[1]!];
  if (white.squares.length + black.squares.length === 0) return { promotions: [] };
  const region = regionOf(board, [white.squares, black.squares]);
  const isPlain = isUsual(board, region) && !white.isBarred && !black.isBarred;
  return {
    promotions: white.kinds,
    ...(String(white.kinds) === String(black.kinds) ? {} : { blackPromotions: black.kinds }),
    ...(isPlain ? {} : { promotesOn: region }),
    ...(settings.mandatoryPawnPromotion ? {} : { mayStay: true }),
  };
}

function lettersOf({ kinds }: Settings, key: string): string {
  return kinds.get(key)!.letter.toLowerCase();
}

/** Is it the last rank of each side? */
function isUsual(board: Board, region: Region): boolean {
  return [true, false].every(
    (up) => String(squaresIn(board, region, up)) === String(squaresIn(board, onRanks(-1), up)),
  );
}
