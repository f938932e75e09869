// The best exit of every placement, as sets: EXIT_WINS, EXIT_LOSES, and the distance in binary, a set a bit. The bits
// mean something only where one of the two has the placement.
import { DEPTH_BITS, EXIT_DEPTH, EXIT_WINS, exitDistances, setAt, slabBytes, slabPlanes } from './frame';

export const WINS_HERE: u8 = 1;
export const LOSES_HERE: u8 = 2;

/**
 * Writes to the wanted planes of `out` where the best exit wins (or loses) in this distance. False, and nothing
 * written, where none does.
 */
export function exitAt(name: i32, color: i32, slab: i32, distance: i32, out: usize, wanted: usize): bool {
  const present = load<u8>(exitDistances(color, slab) + <usize>distance);
  if (!(present & (name == EXIT_WINS ? WINS_HERE : LOSES_HERE))) return false;
  const kind = setAt(name, color, slab);
  const planes = slabPlanes();
  const bytes: usize = planes > 1 ? 512 : slabBytes();
  const depth = setAt(EXIT_DEPTH, color, slab);
  const toNext = setAt(EXIT_DEPTH + 1, color, slab) - depth;
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(wanted + <usize>plane)) continue;
    const base = (<usize>plane) * bytes;
    for (let at = base; at < base + bytes; at += 16) {
      let match = v128.load(kind + at);
      if (v128.any_true(match)) {
        let bits = depth + at;
        for (let bit = 0; bit < DEPTH_BITS; bit++, bits += toNext) {
          // Where the distance has a one bit the plane's ones stay, else its zeros.
          const ones = v128.load(bits);
          match = (distance >> bit) & 1 ? v128.and(match, ones) : v128.andnot(match, ones);
        }
      }
      v128.store(out + at, match);
    }
  }
  return true;
}
