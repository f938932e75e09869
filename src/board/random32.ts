/** Words of 32 bits, signed, the same for the same seed (xorshift, by George Marsaglia). */
export function random32(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    // Neighbouring states are alike in their low bits: mix them.
    const mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
    return (mixed ^ (mixed >>> 15)) | 0;
  };
}
