import { ok, type Result } from '../../board/result.ts';
import { kindKeys } from './predefined.ts';
import type { Settings, Sided } from './settings.ts';
import { type SquareSet, WIDEST } from './squares.ts';
import {
  count,
  fen,
  file,
  kind,
  kindOrAll,
  kinds,
  kindsOrAll,
  outcome,
  outcomeOrNone,
  pieceNames,
  type Reader,
  rank,
  shortText,
  squares,
  yesOrNo,
} from './values.ts';

/** A key that has a meaning here. */
export interface SupportedKey {
  readonly key: string;
  /** What its value may be. */
  readonly words: string;
  apply(settings: Settings, text: string): Result<void>;
}

/** The settings that can have a value of this type. */
type SettingsOf<T> = {
  [Name in keyof Settings]: [T] extends [Settings[Name]] ? Name : never;
}[keyof Settings];

function keyed<T>(
  key: string,
  reader: Reader<T>,
  set: (settings: Settings, value: T) => void,
): SupportedKey {
  return {
    key,
    words: reader.words,
    apply(settings, text) {
      const value = reader.read(text, settings);
      if (!value.ok) return value;
      set(settings, value.value);
      return ok(undefined);
    },
  };
}

/** A key of one setting. */
function one<T>(key: string, reader: Reader<T>, name: SettingsOf<NoInfer<T>>): SupportedKey {
  return keyed(key, reader, (settings, value) => Object.assign(settings, { [name]: value }));
}

/** A key for both sides, and one for each: `flagRegion`, `flagRegionWhite`, `flagRegionBlack`. */
function sided<T>(
  key: string,
  reader: Reader<T>,
  name: SettingsOf<Sided<NoInfer<T>>>,
): readonly SupportedKey[] {
  return [both(key, reader, name), ...each(key, reader, name)];
}

function both<T>(key: string, reader: Reader<T>, name: SettingsOf<Sided<T>>): SupportedKey {
  return keyed(key, reader, (settings, value) =>
    Object.assign(settings, { [name]: [value, value] }),
  );
}

function each<T>(
  key: string,
  reader: Reader<T>,
  name: SettingsOf<Sided<T>>,
): readonly SupportedKey[] {
  const side = (suffix: string, color: 0 | 1) =>
    keyed(`${key}${suffix}`, reader, (settings, value) => {
      (settings[name] as Sided<T>)[color] = value;
    });
  return [side('White', 0), side('Black', 1)];
}

/** The board, which other values depend on. */
export const boardKeys: readonly SupportedKey[] = [
  one('maxRank', rank(3), 'ranks'),
  one('maxFile', file(3), 'files'),
];

/** `mobilityRegionWhiteRook`: where a kind may go. Empty: everywhere, as in Fairy-Stockfish. */
export const mobilityKeys: readonly SupportedKey[] = kindKeys.flatMap((name) =>
  (['White', 'Black'] as const).map((color, side) =>
    keyed(
      `mobilityRegion${color}${name[0]!.toUpperCase()}${name.slice(1)}`,
      squares,
      (to, value) => {
        const regions: Sided<SquareSet> = [...(to.mobility.get(name) ?? [none, none])];
        regions[side as 0 | 1] = value;
        to.mobility.set(name, regions);
      },
    ),
  ),
);

const none: SquareSet = new Set();

/**
 * All other keys of Fairy-Stockfish that have a meaning here, in the order of its parser: what comes later wins, whatever
 * the order of the file. Those that it calls deprecated come first.
 */
export const ruleKeys: readonly SupportedKey[] = [
  keyed('promotionRank', rank(1), (settings, first) => {
    settings.promotionRegion = zones(settings, first, WIDEST);
  }),
  keyed('doubleStepRank', rank(1), (settings, last) => {
    settings.doubleStepRegion = zones(settings, 2, last);
  }),
  keyed('doubleStepRankMin', rank(1), (settings, first) => {
    settings.doubleStepRegion = zones(settings, first, 2);
  }),
  keyed('whiteFlag', squares, ({ flagRegion }, value) => {
    flagRegion[0] = value;
  }),
  keyed('blackFlag', squares, ({ flagRegion }, value) => {
    flagRegion[1] = value;
  }),
  both('castlingRookPiece', kinds, 'castlingRooks'),
  keyed('pawnTypes', kinds, (settings, value) => {
    settings.promotionPawns = [value, value];
    settings.enPassantKinds = [value, value];
  }),
  one('startFen', fen, 'startFen'),
  ...each('promotionRegion', squares, 'promotionRegion'),
  ...sided('promotionPawnTypes', kinds, 'promotionPawns'),
  ...sided('promotionPieceTypes', kinds, 'promotionPieces'),
  one('mandatoryPawnPromotion', yesOrNo, 'mandatoryPawnPromotion'),
  one('blastOnCapture', yesOrNo, 'blastOnCapture'),
  one('blastImmuneTypes', kindsOrAll, 'blastImmune'),
  one('doubleStep', yesOrNo, 'doubleStep'),
  ...each('doubleStepRegion', squares, 'doubleStepRegion'),
  ...each('tripleStepRegion', squares, 'tripleStepRegion'),
  ...sided('enPassantRegion', squares, 'enPassantRegion'),
  ...sided('enPassantTypes', kinds, 'enPassantKinds'),
  one('castling', yesOrNo, 'castling'),
  one('castlingKingsideFile', file(1), 'castlingKingsideFile'),
  one('castlingQueensideFile', file(1), 'castlingQueensideFile'),
  one('castlingRank', rank(1), 'castlingRank'),
  one('castlingKingFile', file(1), 'castlingKingFile'),
  ...sided('castlingKingPiece', kind, 'castlingKing'),
  one('castlingRookKingsideFile', file(1), 'castlingRookKingsideFile'),
  one('castlingRookQueensideFile', file(1), 'castlingRookQueensideFile'),
  ...sided('castlingRookPieces', kinds, 'castlingRooks'),
  one('oppositeCastling', yesOrNo, 'oppositeCastling'),
  one('checking', yesOrNo, 'checking'),
  one('mustCapture', yesOrNo, 'mustCapture'),
  ...sided('passOnStalemate', yesOrNo, 'passOnStalemate'),
  one('nMoveRule', count(0), 'moveRule'),
  one('nFoldRule', count(0), 'foldRule'),
  one('stalemateValue', outcome, 'stalemateValue'),
  one('checkmateValue', outcome, 'checkmateValue'),
  one('extinctionValue', outcomeOrNone, 'extinctionValue'),
  one('extinctionClaim', yesOrNo, 'extinctionClaim'),
  one('extinctionPseudoRoyal', yesOrNo, 'extinctionPseudoRoyal'),
  one('extinctionPieceTypes', kindsOrAll, 'extinctionKinds'),
  one('extinctionPieceCount', count(0), 'extinctionCount'),
  one('extinctionOpponentPieceCount', count(0), 'extinctionOpponentCount'),
  ...sided('flagPiece', kindOrAll, 'flagKind'),
  ...sided('flagRegion', squares, 'flagRegion'),
  one('flagPieceCount', count(1), 'flagCount'),
  one('flagMove', yesOrNo, 'flagMove'),
  one('flagPieceSafe', yesOrNo, 'flagSafe'),
];

/** A key of ours, which Fairy-Stockfish does not know. */
export interface OwnKey extends SupportedKey {
  /** What it means, for the documentation. */
  readonly about: string;
}

export const ownKeys: readonly OwnKey[] = [
  own(one('title', shortText, 'title'), 'the name of the game for readers'),
  own(one('about', shortText, 'about'), 'what the game is, in one sentence'),
  own(one('source', shortText, 'source'), 'who made the game, and where its rules are'),
  own(one('pieceNames', pieceNames, 'pieceNames'), 'names of kinds for readers, by letter'),
  own(
    one('forbidMateInOne', yesOrNo, 'forbidMateInOne'),
    'a move is illegal if the opponent could then give checkmate at once (metachess)',
  ),
  own(
    one('passWhenStuck', yesOrNo, 'passWhenStuck'),
    'a side without a legal move passes, in check or not (Reach Chess)',
  ),
  own(
    one('bareKingLoses', yesOrNo, 'bareKingLoses'),
    'a side with nothing but its king has lost, unless it bares the other king at once (shatranj)',
  ),
];

function own(key: SupportedKey, about: string): OwnKey {
  return { ...key, about };
}

/** The ranks from one to another as each side sees them. */
function zones({ ranks }: Settings, first: number, last: number): Sided<SquareSet> {
  const of = (toRank: (number: number) => number): SquareSet => {
    const found = new Set<number>();
    for (let number = first; number <= Math.min(last, ranks); number++) {
      for (let x = 0; x < WIDEST; x++) found.add((toRank(number) - 1) * WIDEST + x);
    }
    return found;
  };
  return [of((number) => number), of((number) => ranks + 1 - number)];
}
