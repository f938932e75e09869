// Asks Fairy-Stockfish (npm's ffish) for the legal moves of positions: JSON on stdin, JSON on stdout. In a process of its
// own, since ffish takes over handlers of the process, and loads only where there is no fetch.
const { readFileSync } = require('node:fs');

delete globalThis.fetch;
const fairy = require('ffish');

/** `{variants, positions: [{variant, fen}], perfts: [{variant, depth}]}` gives `{moves: [[uci]], nodes: [count]}`. */
fairy.onRuntimeInitialized = () => {
  const { variants, positions = [], perfts = [] } = JSON.parse(readFileSync(0, 'utf8'));
  if (variants) fairy.loadVariantConfig(variants);
  const moves = positions.map(({ variant, fen }) => {
    const board = new fairy.Board(variant, fen);
    const found = movesOf(board);
    board.delete();
    return found;
  });
  const nodes = perfts.map(({ variant, fen, depth }) => {
    const board = fen ? new fairy.Board(variant, fen) : new fairy.Board(variant);
    return perft(board, depth);
  });
  process.stdout.write(JSON.stringify({ moves, nodes }));
};

function movesOf(board) {
  return board.legalMoves().split(' ').filter(Boolean);
}

function perft(board, depth) {
  const moves = movesOf(board);
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    board.push(move);
    nodes += perft(board, depth - 1);
    board.pop();
  }
  return nodes;
}
