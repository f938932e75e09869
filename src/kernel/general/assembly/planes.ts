// Sets of a slab whose flags tell which planes hold anything: what is not flagged is not touched.
import { flagsAt, planeBytes, planeCount, setAt } from './frame';

export function clearPlanes(set: usize, flags: usize): void {
  const planes = planeCount();
  const bytes = planeBytes();
  for (let plane = 0; plane < planes; plane++) {
    if (load<u8>(flags + <usize>plane)) memory.fill(set + <usize>plane * bytes, 0, bytes);
  }
}

export function andPlanes(to: usize, from: usize, flags: usize): void { meetPlanes(to, from, flags, false); }
export function withoutPlanes(to: usize, from: usize, flags: usize): void { meetPlanes(to, from, flags, true); }

/** Keeps what is in `from`, or `without` it. */
@inline function meetPlanes(to: usize, from: usize, flags: usize, without: bool): void {
  const planes = planeCount();
  const bytes = planeBytes();
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(flags + <usize>plane)) continue;
    const end = <usize>(plane + 1) * bytes;
    for (let at = <usize>plane * bytes; at < end; at += 16) {
      const x = v128.load(to + at);
      const y = v128.load(from + at);
      v128.store(to + at, without ? v128.andnot(x, y) : v128.and(x, y));
    }
  }
}

/** Adds the flagged planes of a set to another, and their flags. */
export function addPlanes(to: usize, from: usize, flags: usize, toFlags: usize): void {
  const planes = planeCount();
  const bytes = planeBytes();
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(flags + <usize>plane)) continue;
    store<u8>(toFlags + <usize>plane, 1);
    const end = <usize>(plane + 1) * bytes;
    for (let at = <usize>plane * bytes; at < end; at += 16) {
      v128.store(to + at, v128.or(v128.load(to + at), v128.load(from + at)));
    }
  }
}

/** Keeps what is in another set too, and the flags of planes that have any left. True if some have. */
export function keepPlanes(to: usize, from: usize, flags: usize): bool {
  andPlanes(to, from, flags);
  return flagSome(to, flags);
}

/** Keeps what is in `open` and in neither of two other sets, and the flags of planes that have any left. True if some have. */
export function keepOpen(to: usize, open: usize, out: usize, others: usize, flags: usize): bool {
  const planes = planeCount();
  const bytes = planeBytes();
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(flags + <usize>plane)) continue;
    const end = <usize>(plane + 1) * bytes;
    for (let at = <usize>plane * bytes; at < end; at += 16) {
      const gone = v128.or(v128.load(out + at), v128.load(others + at));
      v128.store(to + at, v128.andnot(v128.and(v128.load(to + at), v128.load(open + at)), gone));
    }
  }
  return flagSome(to, flags);
}

/** Drops the flags of planes that are empty. True if others are left. */
export function flagSome(set: usize, flags: usize): bool {
  const planes = planeCount();
  const bytes = planeBytes();
  let any = false;
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(flags + <usize>plane)) continue;
    let sum = i64x2.splat(0);
    const end = <usize>(plane + 1) * bytes;
    for (let at = <usize>plane * bytes; at < end; at += 16) sum = v128.or(sum, v128.load(set + at));
    const has = v128.any_true(sum);
    store<u8>(flags + <usize>plane, has ? 1 : 0);
    if (has) any = true;
  }
  return any;
}

/** Makes the flags of a set. */
export function flagSet(set: i32, begin: i32, end: i32): void {
  for (let slab = begin; slab < end; slab++) {
    memory.fill(flagsAt(set, slab), 1, planeCount());
    flagSome(setAt(set, slab), flagsAt(set, slab));
  }
}
