/** How many words of 64 bits a lane of this many squares takes; the kernel is made for each. */
export function wordsFor(squares: number): 1 | 2 | 4 {
  return squares <= 64 ? 1 : squares <= 128 ? 2 : 4;
}
