// The best exit of every placement, as sets: EXIT_WINS, EXIT_LOSES, and the distance in binary, a set a bit. The bits
// mean something only where one of the two has the placement.
import { depthBits, EXIT_DEPTH, EXIT_LOSES, EXIT_WINS, exitDistances, OPEN, setAt, slabBytes, slabPlanes } from './frame';

// Of each plane 64 bytes: a bit for each distance in which an exit wins, then for each in which one loses.
const LIST_BYTES = 32;

@inline function listOf(name: i32, color: i32, slab: i32, plane: i32): usize {
  return exitDistances(color, slab) + (<usize>plane * 2 + (name == EXIT_WINS ? 0 : 1)) * LIST_BYTES;
}

@inline function isListed(list: usize, distance: i32): bool {
  return ((load<u8>(list + (<usize>distance >> 3)) >> <u8>(distance & 7)) & 1) != 0;
}

@inline function planeBytes(): usize { return slabPlanes() > 1 ? 512 : slabBytes(); }

/**
 * Writes to the wanted planes of `out` where the best exit of an open placement wins (or loses) in this distance.
 * False, and nothing written, where none does.
 */
export function exitAt(name: i32, color: i32, slab: i32, distance: i32, out: usize, wanted: usize): bool {
  const planes = slabPlanes();
  let any = false;
  for (let plane = 0; plane < planes; plane++) {
    if (load<u8>(wanted + <usize>plane) && isListed(listOf(name, color, slab, plane), distance)) {
      any = true;
      break;
    }
  }
  if (!any) return false;
  const bytes = planeBytes();
  const open = setAt(OPEN, color, slab);
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(wanted + <usize>plane)) continue;
    const base = (<usize>plane) * bytes;
    if (!isListed(listOf(name, color, slab, plane), distance)) memory.fill(out + base, 0, bytes);
    else matchPlane(name, color, slab, distance, open, out, base, bytes);
  }
  return true;
}

/** Writes where exits of a plane are of this kind and distance, and in `among`. True where any is. */
function matchPlane(
  name: i32, color: i32, slab: i32, distance: i32, among: usize, out: usize, base: usize, bytes: usize,
): bool {
  const kind = setAt(name, color, slab);
  const depth = setAt(EXIT_DEPTH, color, slab);
  const toNext = setAt(EXIT_DEPTH + 1, color, slab) - depth;
  const top = depthBits() - 1;
  const highest = depth + toNext * <usize>top;
  let sum = i64x2.splat(0);
  for (let at = base; at < base + bytes; at += 16) {
    let match = v128.and(v128.load(kind + at), v128.load(among + at));
    // Where the distance has a one bit the plane's ones stay, else its zeros. Few distances are long, so that the
    // highest bits leave nothing soonest.
    let bits = highest + at;
    for (let bit = top; bit >= 0 && v128.any_true(match); bit--, bits -= toNext) {
      const ones = v128.load(bits);
      match = (distance >> bit) & 1 ? v128.and(match, ones) : v128.andnot(match, ones);
    }
    v128.store(out + at, match);
    sum = v128.or(sum, match);
  }
  return v128.any_true(sum);
}

/**
 * Lists the distances that occur in a plane whose exits have just been found, none of them greater than `longest`.
 * While the plane is at hand this is cheap; it spares every ply the planes that have nothing for it.
 */
export function listDistances(color: i32, slab: i32, plane: i32, longest: i32, unused: usize): void {
  const bytes = planeBytes();
  const base = (<usize>plane) * bytes;
  for (let name = EXIT_WINS; name <= EXIT_LOSES; name++) {
    const list = listOf(name, color, slab, plane);
    memory.fill(list, 0, LIST_BYTES);
    const kind = setAt(name, color, slab);
    for (let distance = 1; distance <= longest; distance++) {
      if (!matchPlane(name, color, slab, distance, kind, unused - base, base, bytes)) continue;
      const at = list + (<usize>distance >> 3);
      store<u8>(at, load<u8>(at) | <u8>((<i32>1) << (distance & 7)));
    }
  }
}
