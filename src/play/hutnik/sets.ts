/** Movements that go together, for who does not want to invent any. */
export interface MovementSet {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** From 1, the pieces of chess, to 5, nothing like them. */
  readonly strangeness: number;
  /** By letter, in normal form. */
  readonly movements: Readonly<Record<'Q' | 'R' | 'B' | 'N', string>>;
}

/** The least strange first; in each, queens are strongest and knights weakest. */
export const movementSets: readonly MovementSet[] = [
  set('Chess', 1, 'The pieces of chess.', 'Q', 'R', 'B', 'N'),
  set('Amazon', 2, 'The queen moves as a knight, too.', 'QN', 'R', 'B', 'N'),
  set('Chancellor', 2, 'The rook moves as a knight, too.', 'Q', 'RN', 'B', 'N'),
  set('Archbishop', 2, 'The bishop moves as a knight, too.', 'Q', 'R', 'BN', 'N'),
  set('Dragon horses', 2, 'Rook and bishop step as kings, too.', 'Q', 'RF', 'BW', 'N'),
  set('Capablanca', 2, 'Rook and bishop move as knights, too.', 'QN', 'RN', 'BN', 'N'),
  set('Short range', 2, 'Riders go four squares at most.', 'Q4', 'W4', 'F4', 'N'),
  set('Jumpers', 3, 'Rook and bishop jump to the second square.', 'Q', 'RD', 'BA', 'N'),
  set('Augmented', 3, 'Every piece has a short step more.', 'QD', 'RF', 'BW', 'FN'),
  set('Centaurs', 3, 'The knight steps as a king, too.', 'QN', 'RN', 'BN', 'KN'),
  set('Shatranj', 3, 'Short leaps of old and new.', 'KAD', 'WND', 'FA', 'N'),
  set('Cannons', 3, 'The rook takes over a piece in between.', 'Q', 'mRcpR', 'B', 'N'),
  set('Xiangqi', 3, 'Knights and bishops can be blocked.', 'Q', 'R', 'FnA', 'nN'),
  set('Nightriders', 4, 'The queen rides on as a knight.', 'QNN', 'RN', 'B', 'N'),
  set(
    'Bent riders',
    4,
    'The queen steps as a bishop and goes on as a rook.',
    'Qt[FR]',
    'R',
    'B',
    'N',
  ),
  set('Great beasts', 4, 'Gryphon, lion, elephant and knight.', 't[FR]', 'KND', 'FA', 'N'),
  set('Camels', 4, 'Long leaps join the old moves.', 'QC', 'RC', 'BC', 'C'),
  set('Short guard', 4, 'Nothing rides at all.', 'KNAD', 'WND', 'KA', 'K'),
  set(
    'Chargers',
    5,
    'All but the queen go forward more than back.',
    'Q',
    'fsRbK',
    'fBbsK',
    'bsWfN',
  ),
  set('Zebras', 5, 'Long oblique leaps.', 'QZ', 'RZ', 'FAC', 'Z'),
  set('Takers', 5, 'They take otherwise than they move.', 'QmN', 'RcB', 'mBcK', 'cKmN'),
  set('Artillery', 5, 'Rook and bishop take over a piece in between.', 'Q', 'mRcpR', 'mBcpB', 'nN'),
];

function set(
  name: string,
  strangeness: number,
  about: string,
  ...[Q, R, B, N]: readonly [string, string, string, string]
): MovementSet {
  return { name, about, strangeness, movements: { Q, R, B, N } };
}
