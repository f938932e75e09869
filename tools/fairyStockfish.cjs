// Asks Fairy-Stockfish (npm's ffish) about positions and games: JSON on stdin, JSON on stdout. In a process of its
// own, since ffish takes over handlers of the process, and loads only where there is no fetch.
const { readFileSync, writeSync } = require('node:fs');

delete globalThis.fetch;
const fairy = require('ffish');

/**
 * `{variants, positions: [{variant, fen}], perfts: [{variant, depth}]}` gives `{moves: [[uci]], nodes: [count]}`.
 * `{variants, games: [{variant, seed, plies, fen?}]}` gives a line for each game, as `FairyGame` describes it.
 */
fairy.onRuntimeInitialized = () => {
  const { variants, positions = [], perfts = [], games } = JSON.parse(readFileSync(0, 'utf8'));
  // Without it, there is no list of variants.
  fairy.loadVariantConfig(variants ?? '');
  if (games) {
    const known = new Set(fairy.variants().split(' '));
    for (const game of games)
      writeLine(known.has(game.variant) ? gameOf(game) : unplayed('unknown'));
    return;
  }
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

/** A game of random moves, of at most so many plies. */
function gameOf({ variant, seed, plies, fen }) {
  const start = fen ?? fairy.startingFen(variant);
  const validity = fairy.validateFen(start, variant);
  if (validity !== 1) return unplayed(`refused: ${validity}`);
  const board = new fairy.Board(variant, start);
  const number = random(seed);
  const game = [];
  for (;;) {
    const moves = movesOf(board);
    const last = moves.length === 0 || game.length === plies;
    const played = last ? '' : moves[Math.floor(number() * moves.length)];
    game.push({ fen: board.fen(), moves: moves.join(' '), check: board.isCheck(), played });
    if (last) break;
    board.push(played);
  }
  const result = board.result();
  const insufficient = board.isInsufficientMaterial();
  board.delete();
  return { plies: game, result, insufficient };
}

function unplayed(problem) {
  return { plies: [], result: '*', insufficient: false, problem };
}

/** As `tools/random.ts`, which is no CommonJS. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Waits until the reader has room, since a pipe that is full refuses. */
function writeLine(value) {
  let rest = Buffer.from(`${JSON.stringify(value)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

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
