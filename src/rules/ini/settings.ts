import { KING, PAWN } from './predefined.ts';
import type { Entry } from './sections.ts';
import type { SquareSet } from './squares.ts';
import { WIDEST } from './squares.ts';

/** White's, then Black's. */
export type Sided<T> = [white: T, black: T];

/** The outcome for the side to move, or for the side that the rule is about. */
export type Outcome = -1 | 0 | 1;

/** The keys of kinds of pieces, in the order in which they are given. */
export type Kinds = readonly string[];

/** A kind of piece of the game. */
export interface KindSetting {
  /** A capital letter. */
  readonly letter: string;
  /** Of custom pieces, and of kings that have one: in Betza's notation. */
  readonly movement: string | undefined;
  readonly entry: Entry;
}

/** The rules of a section and its parents as far as they are read: what Fairy-Stockfish's `Variant` holds. Mutable. */
export interface Settings {
  files: number;
  ranks: number;
  kinds: Map<string, KindSetting>;
  mobility: Map<string, Sided<SquareSet>>;
  startFen: string;
  promotionRegion: Sided<SquareSet>;
  promotionPawns: Sided<Kinds>;
  promotionPieces: Sided<Kinds>;
  mandatoryPawnPromotion: boolean;
  blastOnCapture: boolean;
  blastImmune: Kinds | 'all';
  doubleStep: boolean;
  doubleStepRegion: Sided<SquareSet>;
  tripleStepRegion: Sided<SquareSet>;
  enPassantRegion: Sided<SquareSet>;
  enPassantKinds: Sided<Kinds>;
  castling: boolean;
  castlingRank: number;
  castlingKingFile: number;
  castlingKing: Sided<string>;
  castlingKingsideFile: number;
  castlingQueensideFile: number;
  castlingRookKingsideFile: number;
  castlingRookQueensideFile: number;
  castlingRooks: Sided<Kinds>;
  oppositeCastling: boolean;
  checking: boolean;
  mustCapture: boolean;
  passOnStalemate: Sided<boolean>;
  moveRule: number;
  foldRule: number;
  stalemateValue: Outcome;
  checkmateValue: Outcome;
  extinctionValue: Outcome | undefined;
  extinctionClaim: boolean;
  extinctionPseudoRoyal: boolean;
  extinctionKinds: Kinds | 'all';
  extinctionCount: number;
  extinctionOpponentCount: number;
  flagKind: Sided<string | 'all'>;
  flagRegion: Sided<SquareSet>;
  flagCount: number;
  flagMove: boolean;
  flagSafe: boolean;
  title: string | undefined;
  about: string | undefined;
  source: string | undefined;
  /** By letter. */
  pieceNames: ReadonlyMap<string, string>;
  forbidMateInOne: boolean;
  passWhenStuck: boolean;
  bareKingLoses: boolean;
  /** Which line has set what: by key, the last one of the chain of parents. */
  origins: Map<string, Entry>;
  /** Keys that have no meaning here, by what they are about: the last line of the chain of parents. */
  unsupported: Map<string, Entry>;
}

/** What a section begins with that has no parent: chess without its pieces (variant.h). */
export function template(): Settings {
  return {
    files: 8,
    ranks: 8,
    kinds: new Map(),
    mobility: new Map(),
    startFen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    promotionRegion: [rank(8), rank(1)],
    promotionPawns: [[PAWN], [PAWN]],
    promotionPieces: [[], []],
    mandatoryPawnPromotion: true,
    blastOnCapture: false,
    blastImmune: [],
    doubleStep: true,
    doubleStepRegion: [rank(2), rank(7)],
    tripleStepRegion: [new Set(), new Set()],
    enPassantRegion: [everywhere, everywhere],
    enPassantKinds: [[PAWN], [PAWN]],
    castling: true,
    castlingRank: 1,
    castlingKingFile: 5,
    castlingKing: [KING, KING],
    castlingKingsideFile: 7,
    castlingQueensideFile: 3,
    castlingRookKingsideFile: WIDEST,
    castlingRookQueensideFile: 1,
    castlingRooks: [['rook'], ['rook']],
    oppositeCastling: false,
    checking: true,
    mustCapture: false,
    passOnStalemate: [false, false],
    moveRule: 50,
    foldRule: 3,
    stalemateValue: 0,
    checkmateValue: -1,
    extinctionValue: undefined,
    extinctionClaim: false,
    extinctionPseudoRoyal: false,
    extinctionKinds: [],
    extinctionCount: 0,
    extinctionOpponentCount: 0,
    flagKind: ['all', 'all'],
    flagRegion: [new Set(), new Set()],
    flagCount: 1,
    flagMove: false,
    flagSafe: false,
    title: undefined,
    about: undefined,
    source: undefined,
    pieceNames: new Map(),
    forbidMateInOne: false,
    passWhenStuck: false,
    bareKingLoses: false,
    origins: new Map(),
    unsupported: new Map(),
  };
}

const everywhere: SquareSet = new Set(Array.from({ length: WIDEST * WIDEST }, (_, i) => i));

function rank(number: number): SquareSet {
  return new Set(Array.from({ length: WIDEST }, (_, file) => (number - 1) * WIDEST + file));
}

/** The same settings, for a child to change; what a game is called is not what its children are. */
export function copyOf(settings: Settings): Settings {
  const copy: Settings = { ...settings };
  for (const [key, value] of Object.entries(settings)) {
    const copied = Array.isArray(value)
      ? [...value]
      : value instanceof Map
        ? new Map(value)
        : value;
    Object.assign(copy, { [key]: copied });
  }
  Object.assign(copy, { title: undefined, about: undefined, source: undefined });
  return copy;
}
