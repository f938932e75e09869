/** A kind of piece that Fairy-Stockfish knows by name. */
interface Predefined {
  /** In Betza's notation; '' for a piece that does not move. */
  readonly movement: string;
  /** For readers. */
  readonly title: string;
}

/**
 * The kinds of pieces by their keys, in the order in which Fairy-Stockfish reads them (types.h, piece.cpp; commit
 * c19b5f6). The pawn's steps of two and three squares are settings of the game.
 */
export const predefined: ReadonlyMap<string, Predefined> = new Map([
  kind('pawn', 'fmWfceF'),
  kind('knight', 'N'),
  kind('bishop', 'B'),
  kind('rook', 'R'),
  kind('queen', 'Q'),
  kind('fers', 'F', 'ferz'),
  kind('alfil', 'A'),
  kind('fersAlfil', 'FA', 'ferz-alfil'),
  kind('silver', 'FfW'),
  kind('aiwok', 'RNF'),
  kind('bers', 'RF'),
  kind('archbishop', 'BN'),
  kind('chancellor', 'RN'),
  kind('amazon', 'QN'),
  kind('knibis', 'mNcB'),
  kind('biskni', 'mBcN'),
  kind('kniroo', 'mNcR'),
  kind('rookni', 'mRcN'),
  kind('shogiPawn', 'fW', 'shogi pawn'),
  kind('lance', 'fR'),
  kind('shogiKnight', 'fN', 'shogi knight'),
  kind('gold', 'WfF'),
  kind('dragonHorse', 'BW', 'dragon horse'),
  kind('clobber', 'cW', 'clobber piece'),
  kind('breakthrough', 'fmWfF', 'breakthrough piece'),
  kind('immobile', '', 'immobile piece'),
  kind('cannon', 'mRcpR'),
  kind('janggiCannon', 'pR', 'janggi cannon'),
  kind('soldier', 'fsW'),
  kind('horse', 'nN'),
  kind('elephant', 'nA'),
  kind('janggiElephant', 'nZ', 'janggi elephant'),
  kind('banner', 'RcpRnN'),
  kind('wazir', 'W'),
  kind('commoner', 'K'),
  kind('centaur', 'KN'),
]);

function kind(key: string, movement: string, title = key): [string, Predefined] {
  return [key, { movement, title }];
}

export const KING = 'king';
export const PAWN = 'pawn';

const MOST_CUSTOM = 25;

/** `customPiece1` to `customPiece25`. */
const customPieces: readonly string[] = Array.from(
  { length: MOST_CUSTOM },
  (_, i) => `customPiece${i + 1}`,
);

/** The keys of all kinds of pieces, in the order in which they are read. */
export const kindKeys: readonly string[] = [...predefined.keys(), ...customPieces, KING];

export function isCustom(key: string): boolean {
  return key.startsWith('customPiece');
}
