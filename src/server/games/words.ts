import type { Problem } from '../../board/result.ts';
import { BLACK, type Color, WHITE } from '../../pieces/army.ts';
import type { Course } from '../../play/course.ts';
import type { Status } from '../../play/status.ts';
import { sideName } from '../../play/words.ts';
import type { GameEnding, Side } from '../protocol.ts';

export function nameOf(side: Side): 'White' | 'Black' {
  return sideName(side === 'white' ? WHITE : BLACK);
}

export function sideOf(color: Color): Side {
  return color === WHITE ? 'white' : 'black';
}

export function otherSide(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}

/** The message of a refused move as a sentence of its own. One that begins with a move keeps its lower-case letter. */
export function problemSentence({ code, message }: Problem): string {
  const first = code === 'illegal' ? message.charAt(0) : message.charAt(0).toUpperCase();
  return `${first}${message.slice(1)}.`;
}

/** How a game has ended by its rules, or undefined. */
export function courseEnding({ stage, game }: Course): GameEnding | undefined {
  if (stage?.phase === 'lost') {
    return { reason: 'king exposed', winner: otherSide(sideOf(stage.loser)), text: stage.words };
  }
  return game && boardEnding(game.status);
}

function boardEnding({ turn, ending, words }: Status): GameEnding | undefined {
  if (!ending) return undefined;
  const mover = sideOf(turn);
  const winner = ending.wdl === 0 ? null : ending.wdl < 0 ? otherSide(mover) : mover;
  return { reason: ending.reason, winner, text: words };
}

export function resignation(loser: Side): GameEnding {
  const winner = otherSide(loser);
  const text = `${nameOf(loser)} has resigned. ${nameOf(winner)} wins.`;
  return { reason: 'resignation', winner, text };
}

export const agreement: GameEnding = {
  reason: 'agreement',
  winner: null,
  text: 'Both sides have agreed to a draw.',
};

/** Of a game that no rule has ended after so many plies. */
export function tooLong(plies: number): GameEnding {
  const text = `The game has gone on for ${plies} moves, both sides’ together. A draw.`;
  return { reason: 'too long', winner: null, text };
}

/** `lack`: what the loser's opponent has if it cannot win with that, in words. */
export function outOfTime(loser: Side, lack: string | undefined): GameEnding {
  const other = otherSide(loser);
  const late = `${nameOf(loser)} is out of time`;
  if (lack === undefined)
    return { reason: 'flag', winner: other, text: `${late}. ${nameOf(other)} wins.` };
  const text = `${late}, but ${nameOf(other)} has ${lack}. A draw.`;
  return { reason: 'flag', winner: null, text };
}
