/**
 * Draws docs/solver.svg, the picture of the README's "How it works":
 *
 *     npm run build && node dist/scripts/solverPicture.js
 *
 * The squares, words, planes and slabs that it marks are computed; so is the ply, from a table of KQvk.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { board8x8, parseSquare, type Square, type Step } from '../src/board/board.ts';
import { unwrap } from '../src/board/result.ts';
import { areAdjacent, kingPairOf, slabPlacementsOf } from '../src/index/slabPlacements.ts';
import { BLACK, type Color, WHITE } from '../src/pieces/army.ts';
import { type Steps, takingSteps } from '../src/pieces/steps.ts';
import { chessArmy } from '../src/rules/chessPieces.ts';
import { metachess } from '../src/rules/metachess.ts';
import { solveReference } from '../src/solve/reference/solver.ts';
import { parseMaterial } from '../src/table/material.ts';
import { readTable } from '../src/table/table.ts';
import { lostIn, pliesOf, UNCOVERED, wonIn } from '../src/table/value.ts';

/** A letter on a square. */
type Men = Readonly<Record<Square, string>>;
/** What a cell is painted with: a class of the style. */
type Paint = (cell: number) => string;

const [king, queen, rook] = ['K', 'Q', 'R'].map(
  (letter) => takingSteps(chessArmy.find((kind) => kind.letter === letter)!.movement)!,
) as [Steps, Steps, Steps];
const [width, height] = [820, 506];
const style = `
  text { font: 12px ui-sans-serif, system-ui, 'DejaVu Sans', Arial, sans-serif; fill: #1f2328; text-anchor: middle }
  .title { font-weight: bold; font-size: 14px } .soft { fill: #59636e } .man { font-weight: bold; font-size: 13px }
  .left { text-anchor: start } .paper { fill: #ffffff; stroke: #d1d9e0 }
  .empty { fill: #eaeef2 } .man-cell { fill: #d0d7de } .barred { fill: #c4ccd4 } .inside { fill: #c2dcf8 }
  .set { fill: #0969da } .reached { fill: #80b9f5 } .here { fill: #bf8700 }
  .lost { fill: #cf222e } .won { fill: #1a7f37 } .dropped { fill: #eaeef2; stroke: #80b9f5; stroke-width: 1.5 }
  .king-reached { fill: #a475f9 } .king-dropped { fill: #eaeef2; stroke: #a475f9; stroke-width: 1.5 }
  .zoom { stroke: #bf8700; stroke-width: 1; stroke-dasharray: 3 3; fill: none }
  .arrow { stroke: #1f2328; stroke-width: 1.5; fill: none } .head { fill: #1f2328 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .soft { fill: #9198a1 } .paper { fill: #0d1117; stroke: #3d444d }
    .empty { fill: #21262d } .man-cell { fill: #3d444d } .barred { fill: #484f58 } .inside { fill: #1b3a5f }
    .set { fill: #58a6ff } .reached { fill: #1f6feb } .here { fill: #e3b341 }
    .lost { fill: #f85149 } .won { fill: #3fb950 } .dropped { fill: #21262d; stroke: #1f6feb }
    .king-reached { fill: #8957e5 } .king-dropped { fill: #21262d; stroke: #8957e5 }
    .zoom { stroke: #e3b341 } .arrow { stroke: #e6edf3 } .head { fill: #e6edf3 }
  }`;

mkdirSync('docs', { recursive: true });
writeFileSync('docs/solver.svg', draw());

function draw(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>Word, plane, slab and table; one ply</title>
<style>${style}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>
<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${[...drawStructure(), ...drawPly()].join('\n')}
</svg>
`;
}

/** From the bit to the table: KQRvkr, whose slabs are pairs of kings. */
function drawStructure(): string[] {
  const [white, black, outer, row, bit] = ['c1', 'g7', 'd7', 'f5', 'd5'].map(squareOf);
  const kings = [white!, black!];
  const size = 144;
  const top = 44;
  const left = (panel: number) => 30 + panel * 202;
  const place = (panel: number) => ({ x: left(panel), y: top, size });
  const board = (panel: number, paint: Paint, men: Men) =>
    grid(place(panel), { across: 8, down: 8, paint, men, gap: 1 });

  const others = { [white!]: 'K', [black!]: 'k', [outer!]: 'Q', [row!]: 'R' };
  const fill = reach(bit!, rook.slides, (square) => square in others);
  const word: Paint = (cell) => {
    if (cell in others) return 'man-cell';
    return cell === bit ? 'set' : fill.has(cell) ? 'reached' : 'empty';
  };
  const pick = (here: Square, barred: readonly Square[]): Paint => {
    return (cell) => (cell === here ? 'here' : barred.includes(cell) ? 'barred' : 'inside');
  };
  const plane = pick(row!, [...kings, outer!]);
  const slab = pick(outer!, kings);
  const { kingPairs } = slabPlacementsOf(parse('KQRvkr'), metachess.army);
  const { place: own } = kingPairOf(white!, black!)!;
  const neighbours = new Set(
    king.leaps.flatMap(([files, ranks]) => {
      const to = stepped(white!, files, ranks);
      if (to === undefined || areAdjacent(to, black!)) return [];
      return [kingPairOf(to, black!)!.place];
    }),
  );
  const slabs: Paint = (cell) =>
    cell === own ? 'here' : neighbours.has(cell) ? 'reached' : 'inside';

  const captions = [
    ['word', 'a bit for each square', 'of the lane man, here r', 'r moves: a fill'],
    ['plane', '64 words, one for each', 'square of the row man, R', 'R moves: a scan of words'],
    ['slab', '64 planes, one for each', 'square of the outer man, Q', 'Q moves: a scan of planes'],
    [
      'table',
      `${kingPairs.length} slabs, one for each`,
      'pair of kings',
      'K moves: slabs next door',
    ],
  ];
  const middle = size / 2;
  return [
    ...board(0, word, { ...others, [bit!]: '' }),
    ...board(1, plane, { [white!]: 'K', [black!]: 'k', [outer!]: 'Q' }),
    ...board(2, slab, { [white!]: 'K', [black!]: 'k' }),
    ...grid(place(3), { across: 22, down: 21, paint: slabs, men: {}, gap: 0.8 }),
    ...zoom(left(0) + size, cellBox(place(1), row!)),
    ...zoom(left(1) + size, cellBox(place(2), outer!)),
    ...zoom(left(2) + size, slabBox(place(3), own)),
    arrow(cellCenter(place(1), squareOf('h5')), cellCenter(place(1), squareOf('a5'))),
    arrow(cellCenter(place(2), squareOf('h3')), cellCenter(place(2), squareOf('c8'))),
    ...captions.flatMap(([title, ...lines], panel) => [
      text(left(panel) + middle, top - 14, title!, 'title'),
      ...lines.map((line, i) =>
        text(left(panel) + middle, top + size + 20 + 16 * i, line, i === 2 ? '' : 'soft'),
      ),
    ]),
  ];

  function zoom(from: number, { x, y, side }: { x: number; y: number; side: number }): string[] {
    return [
      `<path class="zoom" d="M${from + 2} ${top}L${pixels(x)} ${pixels(y)}M${from + 2} ${top + size}L${pixels(x)} ${pixels(y + side)}"/>`,
    ];
  }
}

/** One ply of KQvk, where the queen is the lane man: three words of the same slab. */
function drawPly(): string[] {
  const plies = 3;
  const [white, black] = [squareOf('d3'), squareOf('a2')];
  const material = parse('KQvk');
  const table = solveReference(metachess, material, () => {
    throw new Error('bare kings have no table');
  });
  const valueAt = (turn: Color, whiteKing: Square, lane: Square) =>
    readTable(table, turn, [whiteKing, lane, black]);
  const isLost = (whiteKing: Square, lane: Square) =>
    valueAt(BLACK, whiteKing, lane) === lostIn(plies - 1);
  const isKing = (square: Square) => square === white || square === black;

  const squares = Array.from({ length: 64 }, (_, square) => square);
  const lost = squares.filter((square) => !isKing(square) && isLost(white, square));
  const byQueen = new Set(lost.flatMap((square) => [...reach(square, queen.slides, isKing)]));
  const byKing = new Set(
    squares.filter((lane) =>
      king.leaps.some(([files, ranks]) => {
        const to = stepped(white, files, ranks);
        if (to === undefined || to === lane || isKing(lane) || areAdjacent(to, black)) return false;
        return isLost(to, lane);
      }),
    ),
  );
  const won = squares.filter(
    (lane) => !isKing(lane) && valueAt(WHITE, white, lane) === wonIn(plies),
  );
  const droppedWell = [...byQueen, ...byKing].every((lane) => {
    const value = valueAt(WHITE, white, lane);
    return value === UNCOVERED || pliesOf(value) <= plies;
  });
  const reachedAll = won.every((lane) => byQueen.has(lane) || byKing.has(lane));
  if (!droppedWell || !reachedAll) throw new Error('the ply does not add up');

  const men = { [white]: 'K', [black]: 'k' };
  const size = 144;
  const top = 310;
  const left = (panel: number) => 30 + panel * 202;
  const board = (panel: number, paint: Paint) =>
    grid(
      { x: left(panel), y: top, size },
      {
        across: 8,
        down: 8,
        paint: (cell) => (isKing(cell) ? 'man-cell' : paint(cell)),
        men,
        gap: 1,
      },
    );
  const between = (panel: number) => left(panel) + size + (left(1) - left(0) - size) / 2;
  const middle = top + size / 2;
  const side = left(3) - 4;
  const says = [
    'won in k:',
    'a move into lost in k \u2212 1',
    '',
    'lost in k:',
    'a move into won in k \u2212 1,',
    'and none into what is',
    'not won by then',
  ];
  const keys = [
    ['reached', 'Q moves: a fill'],
    ['king-reached', 'K moves: slabs next door'],
    ['dropped', 'illegal, or won sooner'],
  ] as const;
  return [
    `<path class="paper" d="M24 268H${width - 24}"/>`,
    ...board(0, (cell) => (lost.includes(cell) ? 'lost' : 'empty')),
    ...board(1, (cell) => {
      const kept = won.includes(cell) ? 'reached' : 'dropped';
      return byQueen.has(cell) ? kept : byKing.has(cell) ? `king-${kept}` : 'empty';
    }),
    ...board(2, (cell) => (won.includes(cell) ? 'won' : 'empty')),
    arrow([between(0) - 18, middle], [between(0) + 18, middle]),
    arrow([between(1) - 18, middle], [between(1) + 18, middle]),
    text(left(0) + size / 2, top - 14, `lost in ${plies - 1}`, 'title'),
    text(left(1) + size / 2, top - 14, 'moves taken back', 'title'),
    text(left(2) + size / 2, top - 14, `won in ${plies}`, 'title'),
    text(left(0) + size / 2, top + size + 20, 'squares of Q, Black to move', 'soft'),
    text(left(1) + size / 2, top + size + 20, 'by Q and K', 'soft'),
    text(left(2) + size / 2, top + size + 20, 'squares of Q, White to move', 'soft'),
    ...keys.flatMap(([name, says], i) => {
      const y = top + 104 + 20 * i;
      return [
        `<rect class="${name}" x="${side}" y="${y - 10}" width="11" height="11" rx="1.5"/>`,
        text(side + 18, y, says, 'left soft'),
      ];
    }),
    ...says.map((line, i) =>
      text(side, top - 14 + 15 * i, line, line.endsWith(':') ? 'left title' : 'left'),
    ),
  ];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

interface Grid {
  readonly across: number;
  readonly down: number;
  readonly paint: Paint;
  readonly men: Men;
  readonly gap: number;
}

/** Cells from the lower left corner on, as squares are numbered; those of one paint are one path. */
function grid({ x, y, size }: Box, { across, down, paint, men, gap }: Grid): string[] {
  const [cellWidth, cellHeight] = [size / across, size / down];
  const [boxWidth, boxHeight] = [pixels(cellWidth - 2 * gap), pixels(cellHeight - 2 * gap)];
  const paths = new Map<string, string>();
  const letters: string[] = [];
  for (let cell = 0; cell < across * down; cell++) {
    const left = x + (cell % across) * cellWidth;
    const top = y + (down - 1 - Math.floor(cell / across)) * cellHeight;
    const box = `M${pixels(left + gap)} ${pixels(top + gap)}h${boxWidth}v${boxHeight}h-${boxWidth}z`;
    paths.set(paint(cell), (paths.get(paint(cell)) ?? '') + box);
    const man = men[cell];
    if (man) letters.push(text(left + cellWidth / 2, top + cellHeight - 4, man, 'man'));
  }
  return [...[...paths].map(([name, d]) => `<path class="${name}" d="${d}"/>`), ...letters];
}

function cellBox({ x, y, size }: Box, square: Square) {
  const side = size / 8;
  return { x: x + (square & 7) * side, y: y + (7 - (square >> 3)) * side, side };
}

function slabBox({ x, y, size }: Box, slab: number) {
  const side = size / 21;
  return { x: x + (slab % 22) * (size / 22), y: y + (20 - Math.floor(slab / 22)) * side, side };
}

function cellCenter(place: Box, square: Square): [number, number] {
  const { x, y, side } = cellBox(place, square);
  return [x + side / 2, y + side / 2];
}

function arrow([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): string {
  return `<path class="arrow" marker-end="url(#head)" d="M${pixels(x)} ${pixels(y)}L${pixels(toX)} ${pixels(toY)}"/>`;
}

function text(x: number, y: number, says: string, name: string): string {
  const attribute = name === '' ? '' : ` class="${name}"`;
  return `<text${attribute} x="${pixels(x)}" y="${pixels(y)}">${says}</text>`;
}

/** Where a slide from a square can begin or end: its squares up to the first man. */
function reach(
  from: Square,
  slides: readonly Step[],
  stands: (square: Square) => boolean,
): Set<Square> {
  const found = new Set<Square>();
  for (const [files, ranks] of slides) {
    let at = stepped(from, files, ranks);
    for (; at !== undefined && !stands(at); at = stepped(at, files, ranks)) found.add(at);
  }
  return found;
}

function stepped(square: Square, files: number, ranks: number): Square | undefined {
  const [file, rank] = [(square & 7) + files, (square >> 3) + ranks];
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? undefined : rank * 8 + file;
}

function squareOf(name: string): Square {
  return unwrap(parseSquare(name, board8x8));
}

function parse(name: string) {
  return unwrap(parseMaterial(name, metachess)).material;
}

function pixels(length: number): number {
  return Math.round(length * 10) / 10;
}
