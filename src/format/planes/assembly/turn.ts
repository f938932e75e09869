/** 16 x 16 bytes to exchange rows and columns of, and as many to work in. */
export const BLOCK = memory.data(512, 16);

/** Exchanges rows and columns of the block, by four rounds of interleaving one half of the rows with the other. */
export function turnBlock(): void {
  let here = BLOCK, there = BLOCK + 256;
  for (let round = 0; round < 4; round++) {
    for (let i: usize = 0; i < 8; i++) {
      const low = v128.load(here + (i << 4)), high = v128.load(here + (i << 4), 128);
      v128.store(there + (i << 5), i8x16.shuffle(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
      v128.store(there + (i << 5), i8x16.shuffle(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16);
    }
    const last = here;
    here = there;
    there = last;
  }
}
