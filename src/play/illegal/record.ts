import { makeSquare } from '../../board/board.ts';
import { makeFen } from '../../notation/fen.ts';
import { makeSan } from '../../notation/san.ts';
import { BLACK, makePiece } from '../../pieces/army.ts';
import { colorOf, kindOf } from '../../pieces/mover.ts';
import { isCheck } from '../../position/attacks.ts';
import { legalMoves } from '../../position/moves.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { makeHeader } from '../makePgn.ts';
import { wrap } from '../moveText.ts';
import { sideName } from '../words.ts';
import type { Event, IllegalEnding, IllegalGame } from './illegalGame.ts';
import { capturedBy, isMated, type Made } from './verdict.ts';

const LINE_WIDTH = 79;

/**
 * A move as the record has it: `Nf3`, `Pe2e5–`, `Qd1xd2–`, `qd8d5–` with the opponent's queen, `Kxe2E`, `O-O*`. A dash
 * stands for illegal, `E` for an escape from checkmate, `*` for castling and en passant, `+` and `#` for check and mate.
 */
export function makeRecordedMove(made: Made): string {
  const { verdict, way, after } = made;
  const kind = verdict === 'illegal' ? '–' : verdict === 'escape' ? 'E' : '';
  const special = way.type === 'plain' ? '' : '*';
  const check = isMated(after) ? '#' : isCheck(after.position) ? '+' : '';
  return `${verdict === 'legal' ? makeLegal(made) : makeLong(made)}${kind}${special}${check}`;
}

function makeLegal({ before: { position }, put }: Made): string {
  return makeSan(position, put, legalMoves(position));
}

/** The letter and both squares. An opponent's man has a small letter. */
function makeLong(made: Made): string {
  const { before, put, way } = made;
  const { squares, turn, equipment } = before.position;
  const { board, army } = equipment;
  if (way.type === 'castling') return put.to > put.from ? 'O-O' : 'O-O-O';
  const code = squares[put.from]!;
  // As if the mover were White.
  const color = colorOf(code) === turn ? 0 : BLACK;
  const letter = makePiece(army, { kind: kindOf(code), color });
  const capture = capturedBy(made).length > 0 ? 'x' : '';
  const promotion = put.promotion === undefined ? '' : `=${army[put.promotion]!.letter}`;
  return `${letter}${makeSquare(put.from, board)}${capture}${makeSquare(put.to, board)}${promotion}`;
}

/** What a claim has come to, or a capture of the king: `claim e5: correct, -7`. */
export function claimWords(event: Exclude<Event, { type: 'move' }>, { board }: RuleSet): string {
  if (event.type === 'draw') return `draw: ${event.reason}`;
  const outcome = `${event.correct ? 'correct' : 'incorrect'}, -${event.lost}`;
  if (event.type === 'claim') return `claim ${makeSquare(event.square, board)}: ${outcome}`;
  const { from, to } = event.put;
  const squares = `${makeSquare(from, board)}${makeSquare(to, board)}`;
  if (event.fatal) return `fatal capture ${squares}`;
  return `capture-claim ${squares}: ${outcome}`;
}

/** A sentence or two that say how the game has ended. */
export function endingSentence({ reason, winner }: IllegalEnding): string {
  if (winner === undefined) return `${drawWords[reason] ?? reason}. A draw.`;
  const side = sideName(winner);
  const other = sideName(winner === BLACK ? 0 : BLACK);
  if (reason === 'hit points') return `${other} has no hit points left. ${side} wins.`;
  return `Fatal capture: the king of ${other} has tried to escape from checkmate. ${side} wins.`;
}

const drawWords: Readonly<Record<string, string>> = {
  stalemate: 'Stalemate: no legal move, and no check',
  'dead position': 'Insufficient material',
  'threefold repetition': 'Threefold repetition',
  '50-move rule': '50 moves without a capture or a pawn’s advance',
  '75-move rule': '75 moves without a capture or a pawn’s advance',
};

/** The whole game in PGN, with these tags. A move that was rolled back is followed by the claim, and the next one has its number again. */
export function makeRecord(
  game: IllegalGame,
  tags: ReadonlyMap<string, string> = new Map(),
): string {
  const { rules, start, ending } = game;
  // It may have ended otherwise than on the board.
  const result = ending ? resultOf(ending) : (tags.get('Result') ?? '*');
  const own = new Map([
    ['Result', result],
    ['Variant', rules.name.includes(':') ? rules.name : 'Illegal'],
  ]);
  const fen = makeFen(start);
  if (fen !== makeFen(rules.start)) own.set('SetUp', '1').set('FEN', fen);
  const words = [...wordsOf(game), result];
  return `${[...makeHeader(tags, own), '', ...wrap(words, LINE_WIDTH)].join('\n')}\n\n`;
}

function wordsOf({ events, rules }: IllegalGame): readonly string[] {
  const words: string[] = [];
  let broken = true;
  for (const event of events) {
    if (event.type !== 'move') {
      words.push(...`{${claimWords(event, rules)}}`.split(' '));
      broken = true;
      continue;
    }
    const number = numberOf(event.made);
    if (event.by !== BLACK) words.push(`${number}.`);
    else if (broken) words.push(`${number}...`);
    words.push(makeRecordedMove(event.made));
    broken = false;
  }
  return words;
}

function numberOf({ before }: Made): number {
  return before.position.fullmoves;
}

function resultOf({ winner }: IllegalEnding): string {
  if (winner === undefined) return '1/2-1/2';
  return winner === BLACK ? '0-1' : '1-0';
}
