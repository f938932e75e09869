// How many words of 64 bits a lane has: one bit for each square. The build makes the kernel for 1, 2 and 4.
export const WORDS: i32 = 1;
