// Asks Fairy-Stockfish (npm's ffish) for all positions of a few men and all that follow from them: JSON on stdin and on
// stdout. In a process of its own, as fairyStockfish.cjs.
const { readFileSync } = require('node:fs');

delete globalThis.fetch;
const fairy = require('ffish');

/**
 * `{variants, games: [{variant, files, ranks, men: ['K', 'k'], stands: {P: ['a2', 'b2']}}]}` gives an array of graphs,
 * as `FairyGraph` of fairyTables.ts describes them. `stands` limits where a man may be put.
 */
fairy.onRuntimeInitialized = () => {
  const { variants, games } = JSON.parse(readFileSync(0, 'utf8'));
  fairy.loadVariantConfig(variants);
  process.stdout.write(JSON.stringify(games.map(graphOf)));
};

function graphOf(game) {
  const board = new fairy.Board(game.variant);
  const graph = { fens: [], next: [], results: [], checks: [], placed: [], refused: [] };
  const known = new Map();
  const found = (fen) => {
    const key = keyOf(fen);
    if (!known.has(key)) known.set(key, graph.fens.push(key) - 1);
    return known.get(key);
  };
  for (const rows of placements(game)) {
    const [white, black] = ['w', 'b'].map((turn) => {
      const fen = `${rows} ${turn} - - 0 1`;
      board.setFen(fen);
      return { fen, check: board.isCheck() };
    });
    // The side that is not to move must not be in check.
    (black.check ? graph.refused : graph.placed).push(found(white.fen));
    (white.check ? graph.refused : graph.placed).push(found(black.fen));
  }
  const refused = new Set(graph.refused);
  for (let id = 0; id < graph.fens.length; id++) {
    if (refused.has(id)) continue;
    board.setFen(`${graph.fens[id]} 0 1`);
    const moves = board.legalMoves().split(' ').filter(Boolean);
    graph.checks[id] = board.isCheck();
    if (moves.length === 0) graph.results[id] = board.result();
    graph.next[id] = moves.map((move) => {
      board.push(move);
      const to = found(board.fen());
      board.pop();
      return to;
    });
  }
  board.delete();
  return graph;
}

/** Board, turn, castling and en passant. */
function keyOf(fen) {
  return fen.split(' ').slice(0, 4).join(' ');
}

/** The boards with these men, each once, as a FEN writes them. */
function placements({ files, ranks, men, stands = {} }) {
  const found = new Set();
  const squares = Array.from({ length: files * ranks }, (_, i) => i);
  const allowed = men.map((letter) =>
    squares.filter((square) => stands[letter]?.includes(nameOf(square, files)) ?? true),
  );
  const put = (on, i) => {
    if (i === men.length) found.add(rowsOf(on, files));
    else
      for (const square of allowed[i]) if (on[square] === '1') put(on.with(square, men[i]), i + 1);
  };
  put(Array(files * ranks).fill('1'), 0);
  return found;
}

/** From 0, from the first rank on. */
function nameOf(square, files) {
  return `${'abcdefghijkl'[square % files]}${Math.floor(square / files) + 1}`;
}

function rowsOf(on, files) {
  const rows = [];
  for (let from = on.length - files; from >= 0; from -= files) {
    rows.push(on.slice(from, from + files).join(''));
  }
  return rows.join('/').replace(/1+/g, (empty) => empty.length);
}
