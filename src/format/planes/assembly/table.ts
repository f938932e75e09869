import { prepareAttacks } from './attacks';
import { APART } from './memory';

/** Prepares what is the same for all planes of a table, from what the host has set. */
export function prepareTable(): void {
  prepareAttacks();
  for (let a = 0; a < 64; a++) {
    for (let l = 0; l < 64; l++) store<u8>(APART + (a << 6 | l), <u8>max(abs((a & 7) - (l & 7)), abs((a >> 3) - (l >> 3))));
  }
}
