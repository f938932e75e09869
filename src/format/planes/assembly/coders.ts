// What coding by a model needs of its distributions.
import { CODERS, MOST_LEAVES, SYMBOLS } from './memory';
import { distributeEscapes, distributeLeaf, FREQUENCIES, leavesOf, ORDER_OF, TOTAL } from './model';

/** Makes the coders of the model that was read. */
export function makeCoders(): void {
  for (let set = 0; set < 2; set++) {
    for (let leaf = 0, count = leavesOf(set); leaf < count; leaf++) {
      const own = CODERS + ((set * MOST_LEAVES + leaf) * SYMBOLS << 4);
      memory.fill(own, 0, SYMBOLS << 4);
      keep(own, distributeLeaf(set, leaf));
    }
    const own = CODERS + (2 * MOST_LEAVES * SYMBOLS + (set << 8) << 4);
    memory.fill(own, 0, 256 << 4);
    keep(own, distributeEscapes(set));
  }
}

function keep(own: usize, count: i32): void {
  let before: u32 = 0;
  for (let place: usize = 0; place < <usize>count; place++) {
    const frequency = <u32>load<u16>(FREQUENCIES + (place << 1));
    writeCoder(own + (<usize>load<u8>(ORDER_OF + place) << 4), frequency, before);
    before += frequency;
  }
}

/**
 * Reciprocal (u32), frequency and 4096 less it (u16), bias and shift (u32). With them, a state x below 2^31 goes on to
 * `x + bias + q * (4096 - frequency)`, where `q = (x * reciprocal >> 32) >> shift` is x / frequency: Alverson, "Integer
 * division using reciprocals" (1991), as in Giesen's ryg_rans.
 */
export function writeCoder(at: usize, frequency: u32, before: u32): void {
  store<u16>(at, <u16>frequency, 4);
  store<u16>(at, <u16>(TOTAL - frequency), 6);
  if (frequency == 1) {
    // The quotient comes out as x - 1.
    store<u32>(at, 0xffffffff);
    store<u32>(at, before + TOTAL - 1, 8);
    store<u32>(at, 0, 12);
    return;
  }
  // The least n with 2^n at least the frequency.
  const bits = 32 - clz(frequency - 1);
  store<u32>(at, <u32>((((<u64>1) << (31 + bits)) + frequency - 1) / frequency));
  store<u32>(at, before, 8);
  store<u32>(at, bits - 1, 12);
}
