import type { Key } from 'chessgroundx/types.js';
import type { Board, Square } from '../../board/board.ts';

/** Chessgroundx names a square by a letter and a character that counts on from `1`: its tenth rank is `:`. */
export function keyOf(square: Square, { files }: Board): Key {
  const [file, rank] = [square % files, Math.floor(square / files)];
  return String.fromCharCode(A + file, ONE + rank) as Key;
}

export function squareOf(key: Key, { files }: Board): Square {
  return (key.charCodeAt(1) - ONE) * files + key.charCodeAt(0) - A;
}

const [A, ONE] = ['a'.charCodeAt(0), '1'.charCodeAt(0)] as const;
