/** A chess problem: FEN, the moves to mate, and every first move that mates so soon, in UCI. The side to move mates. */
export type MateProblem = readonly [fen: string, moves: number, keys: readonly string[]];

/**
 * Problems of two to five moves from matetrack.epd (https://github.com/vondele/matetrack, commit c88991a, GPL-3.0), which has
 * the lengths and says of how many keys a problem with several has. Lengths and keys are also those of a brute-force program
 * that shares nothing with this one; of all keys Stockfish 15.1 finds that they mate so soon, and of no other move.
 */
// biome-ignore format: a line a problem
export const mateProblems: readonly MateProblem[] = [
  ['2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - - 0 1', 2, ['h5a5']],
  ['2N2B2/2N1r3/8/3nQ2R/1k6/8/2B5/R3K3 w Q - 0 1', 2, ['e1c1']],
  ['8/3R4/b2p3p/2p3nk/1p2N1p1/p2BP3/r2PN1P1/3K4 w - - 0 1', 2, ['e2f4']],
  ['r5r1/1R4b1/1Q6/4nk1p/2p1R3/2P3PK/2BB4/q7 w - - 0 1', 2, ['e4f4', 'e4e2', 'e4e1', 'b7f7']],
  ['rn2N3/8/4R2b/B3R3/3kP1N1/K2n4/8/1q6 w - - 0 1', 2, ['e5d5']],
  ['1K3RQ1/ppn3p1/r3N1pq/2pN4/2b1kPB1/b5r1/8/2BR4 w - - 0 1', 3, ['d5f6']],
  ['2K4N/3PP1k1/5N2/6n1/8/8/8/8 w - - 0 1', 3, ['e7e8n']],
  ['2q5/4B2p/7n/4p1pk/P2n1b2/R3P2P/2r3P1/1Q3R1K b - - 0 1', 3, ['c8h3']],
  ['4R3/1k6/bp6/1p1P4/1K6/8/1B6/3Q4 w - - 0 1', 3, ['b2h8']],
  ['8/3P2P1/3N4/3k4/4N3/4K3/8/8 w - - 0 1', 3, ['d7d8n', 'g7g8q']],
  ['8/1B6/8/5p2/8/8/5Qrq/1K1R2bk w - - 0 1', 3, ['f2a7']],
  ['k7/1pRN1p2/p3r2p/Q2N2p1/3PPP2/8/5P1P/R5K1 w - - 0 1', 3, ['a5b5', 'a5c5', 'a5a6', 'a5b4', 'd5b6', 'c7b7', 'c7c8', 'd7b6']],
  ['1B2n3/8/2R5/5p2/3kp1n1/4p3/B3K3/8 w - - 0 1', 4, ['a2e6']],
  ['1r4rk/4Nq2/7K/8/8/6R1/b5Q1/6R1 w - - 0 1', 4, ['g3g8']],
  ['2b5/2N2p2/6p1/4N3/1B1k1p1r/Kp6/n7/4Q3 w - - 0 1', 4, ['e1d1', 'e1d2']],
  ['3R1B1K/5p2/2p2p2/b1rPNP1n/q1rkNP2/1Pp2Q1p/1n6/5B2 w - - 0 1', 4, ['d8e8']],
  ['5K2/p2p2pp/2pQ4/rp4pr/4k1B1/n1b5/1R3P2/2n3N1 w - - 0 1', 4, ['g1f3']],
  ['8/8/4P3/3p4/2p3p1/1pP1kPPp/1P5P/R3K2R w KQ - 0 1', 4, ['e6e7']],
  ['r3k3/2Qp3R/1p6/1b2K3/4p3/8/5p2/8 w q - 0 1', 4, ['e5d4']],
  ['8/8/8/2ppp3/2pkp3/2ppp3/7K/5N1Q w - - 0 1', 4, ['f1d2']],
  ['2rq4/p3bk2/2p1pp2/3p3r/N2Pb1p1/4P1B1/PP1Q1PP1/2R1RK2 b - - 0 1', 5, ['e4f3']],
  ['1B6/1B6/8/1k6/8/1K6/1P6/8 w - - 0 1', 5, ['b8a7']],
  ['1b6/kPp5/p1P5/R5Rr/P1N1P3/8/6p1/6Kb w - - 0 1', 5, ['g5c5']],
  ['1K2kN2/3N4/PP3B1p/P5p1/5p2/4p3/B3p2r/8 w - - 0 1', 5, ['a6a7']],
  ['1r3k2/8/p3Q3/P2p1p2/3P1q2/7P/1P3P1N/4R2K w - - 0 1', 5, ['e6f6', 'e6e7']],
  ['2RRK2n/1rP1p2N/1pp1k3/qp3p2/rp3P2/3N4/P1PB4/5B2 w - - 0 1', 5, ['e8f8']],
  ['2R5/2p5/2K5/2p4p/2k4P/2p5/2B5/2b5 w - - 0 1', 5, ['c8a8']],
  ['1bqQ1B2/1r6/2P1r3/1P2P3/1p5p/3PpP2/4P1pp/R3K1kb w Q - 0 1', 5, ['f8h6']],
];
