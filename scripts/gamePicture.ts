/**
 * Draws docs/game.svg: the description of a game, what is derived from it, and what works with that.
 *
 *     npm run build && node dist/scripts/gamePicture.js
 *
 * All that it says of the game, metachess, is read from its description and derived by the program.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { makeSquare, parseSquare } from '../src/board/board.ts';
import { unwrap } from '../src/board/result.ts';
import { type PieceKind, ROYAL, WHITE } from '../src/pieces/army.ts';
import { linesOf } from '../src/pieces/lines.ts';
import { makeBetza } from '../src/pieces/makeBetza.ts';
import { metachess } from '../src/rules/metachess.ts';
import { planTables } from '../src/solve/plan.ts';
import { parseMaterial } from '../src/table/material.ts';

const { variant, board, army, fingerprint } = metachess;

const [width, height] = [820, 470];
const style = `
  text { font: 13px ui-sans-serif, system-ui, 'DejaVu Sans', Arial, sans-serif; fill: #1f2328 }
  .title { font-weight: bold; font-size: 15px } .soft { font-size: 12px; fill: #59636e } .name { font-weight: bold }
  .code { font: 12px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace }
  .function { fill: #8250df } .piece { font-weight: bold; font-size: 11px; text-anchor: middle } .middle { text-anchor: middle }
  .paper { fill: #ffffff; stroke: #d1d9e0 } .room { fill: #f6f8fa; stroke: #d1d9e0 }
  .square { fill: #eaeef2 } .goes { fill: #0969da } .own { fill: #d0d7de }
  .arrow { stroke: #1f2328; stroke-width: 1.5; fill: none } .head { fill: #1f2328 }
  .sets { stroke: #8250df; stroke-dasharray: 5 4 } .sets-head { fill: #8250df }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .soft { fill: #9198a1 } .function { fill: #d2a8ff }
    .paper { fill: #0d1117; stroke: #3d444d } .room { fill: #161b22; stroke: #3d444d }
    .square { fill: #21262d } .goes { fill: #58a6ff } .own { fill: #3d444d }
    .arrow { stroke: #e6edf3 } .head { fill: #e6edf3 } .sets { stroke: #d2a8ff } .sets-head { fill: #d2a8ff }
  }`;

/** The left edges of the three columns, and their widths. */
const columns = { description: [20, 226], derived: [292, 236], executors: [574, 226] } as const;
const top = 52;

/** Where rooms begin and how high they are; arrows lead between their middles. */
const rooms = {
  description: [top, 398],
  lines: [top, 154],
  symmetries: [top + 162, 70],
  needed: [top + 240, 82],
  fingerprint: [top + 330, 40],
  positions: [top, 226],
  sets: [top + 240, 158],
} as const;

mkdirSync('docs', { recursive: true });
writeFileSync('docs/game.svg', draw());

function draw(): string {
  const head = (name: string) =>
    `<marker id="${name}" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="${name}" d="M0 0 8 4 0 8z"/></marker>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>The description of a game, what is derived from it, and the two executors</title>
<style>${style}
</style>
<defs>${head('head')}${head('sets-head')}</defs>
<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${[...drawDescription(), ...drawDerived(), ...drawExecutors(), ...drawArrows()].join('\n')}
</svg>
`;
}

/** The members of the variant; functions are marked. */
function drawDescription(): string[] {
  const [left] = columns.description;
  const { stuck, bar, setwise } = variant;
  if (stuck === 'pass' || stuck.free === 'pass' || !bar || !setwise)
    throw new Error('the picture is of another game');
  const result = { '-1': 'lost', 0: 'drawn', 1: 'won' };
  const rows: readonly (readonly [string, string, string?])[] = [
    ['board', `${board.files} x ${board.ranks}`],
    ...army.map(
      ({ letter, movement }, kind) =>
        [
          kind === 0 ? 'pieces' : '',
          `${letter}  ${makeBetza(movement)}${kind === ROYAL ? '  royal' : ''}`,
        ] as const,
    ),
    ['start', `${variant.start!.split('/')[0]}/…`],
    ['stuck', `${stuck.attacked.reason}: ${result[stuck.attacked.wdl]}`],
    ['', `${stuck.free.reason}: ${result[stuck.free.wdl]}`],
    ['bar', bar.name, 'permits(after)'],
    ['setwise', 'ends as sets', 'terminal(sets)'],
  ];
  let y = rooms.description[0] + 8;
  const lines = rows.flatMap(([name, says, made]) => {
    y += name ? 29 : 19;
    const row = [
      ...(name ? [text(left + 14, y, name, 'name')] : []),
      text(left + 78, y, says, 'code'),
    ];
    if (made) {
      y += 18;
      row.push(text(left + 78, y, made, 'code function'));
    }
    return row;
  });
  return [
    room(columns.description, rooms.description),
    text(left, top - 16, 'One description', 'title'),
    ...lines,
    text(left + 14, end(rooms.description) - 14, 'violet: functions', 'soft'),
  ];
}

function drawDerived(): string[] {
  const [left, wide] = columns.derived;
  const shown = ['R', 'N', 'P'].map((letter) => army.find((kind) => kind.letter === letter)!);
  const size = 64;
  const gap = (wide - 28 - shown.length * size) / (shown.length - 1);
  const menOf = (name: string) => unwrap(parseMaterial(name, metachess)).material;
  const symmetries = (name: string) => metachess.symmetries(menOf(name).men).length;
  const ways = (name: string) => `${name}: ${symmetries(name)}`;
  const needs = planTables(metachess, [menOf('KPvk')])
    .at(-1)!
    .needs.join(' ');
  if (!metachess.isSettled(menOf('Kvk').men)) throw new Error('bare kings need a table');
  const says = (of: readonly [number, number], name: string, ...lines: readonly string[]) => [
    room(columns.derived, of),
    text(left + 14, of[0] + 24, name, 'name'),
    ...lines.map((line, i) => text(left + 14, of[0] + 44 + 18 * i, line, 'code')),
  ];
  return [
    text(left, top - 16, 'Derived', 'title'),
    room(columns.derived, rooms.lines),
    text(left + 14, top + 24, 'lines', 'name'),
    text(left + 52, top + 24, 'of each piece and square', 'soft'),
    ...shown.flatMap((kind, i) => drawLines(kind, left + 14 + i * (size + gap), top + 38, size)),
    text(left + 14, top + 131, 'what is passed, where it ends:', 'soft'),
    text(left + 14, top + 146, 'moves, attacks, check follow', 'soft'),
    ...says(rooms.symmetries, 'symmetries', [ways('KQvk'), ways('KPvk')].join('    ')),
    text(left + 14, rooms.symmetries[0] + 62, 'of lines and ends; fold a table', 'soft'),
    ...says(rooms.needed, 'tables needed', `KPvk: ${needs}`, 'Kvk: none, drawn'),
    ...says(rooms.fingerprint, 'fingerprint'),
    text(left + 100, rooms.fingerprint[0] + 24, fingerprint, 'code'),
    text(left + 170, rooms.fingerprint[0] + 24, 'in files', 'soft'),
  ];
}

/** A small board with the squares to which the lines of a piece lead. */
function drawLines(kind: PieceKind, left: number, y: number, size: number): string[] {
  const from = unwrap(parseSquare(kind.pawn ? 'd2' : 'd4', board));
  const goes = new Set(
    linesOf(board, kind, WHITE)(from).flatMap((line) => line.squares.slice(line.first)),
  );
  const cell = size / board.files;
  const at = (square: number) => {
    const [x, up] = [square % board.files, Math.floor(square / board.files)];
    return [left + x * cell, y + (board.ranks - 1 - up) * cell] as const;
  };
  const box = (square: number) => {
    const [x, down] = at(square);
    return `M${pixels(x + 0.5)} ${pixels(down + 0.5)}h${cell - 1}v${cell - 1}h${1 - cell}z`;
  };
  const squares = Array.from({ length: board.size }, (_, square) => square);
  const path = (name: string, some: readonly number[]) =>
    `<path class="${name}" d="${some.map(box).join('')}"/>`;
  const says = `${kind.letter} on ${makeSquare(from, board)}`;
  return [
    path(
      'square',
      squares.filter((square) => square !== from && !goes.has(square)),
    ),
    path('goes', [...goes]),
    path('own', [from]),
    text(left + size / 2, y + size + 10, says, 'piece'),
  ];
}

function drawExecutors(): string[] {
  const [left] = columns.executors;
  const list = (y: number, lines: readonly string[], name = '') =>
    lines.map((line, i) => text(left + 14, y + 19 * i, line, name));
  const [positions] = rooms.positions;
  const [sets] = rooms.sets;
  return [
    text(left, top - 16, 'Two executors', 'title'),
    room(columns.executors, rooms.positions),
    text(left + 14, positions + 26, 'positions', 'name'),
    text(left + 84, positions + 26, 'one at a time', 'soft'),
    ...list(positions + 48, ['any game'], 'soft'),
    ...list(positions + 78, [
      'board, FEN, SAN, PGN',
      'prober, lines of best play',
      'reference solver, four men',
      'verify: each value again',
    ]),
    ...list(positions + 182, ['Both solvers must agree', 'on every position.'], 'soft'),
    room(columns.executors, rooms.sets),
    text(left + 14, sets + 26, 'sets', 'name'),
    text(left + 50, sets + 26, '64 placements a word', 'soft'),
    ...list(sets + 48, ['games that have setwise,', 'pieces that it can hold'], 'soft'),
    ...list(sets + 96, ['set solver, five men']),
  ];
}

function drawArrows(): string[] {
  const [fromRight, toLeft] = [end(columns.description) + 6, columns.derived[0] - 6];
  const [outRight, inLeft] = [end(columns.derived) + 6, columns.executors[0] - 6];
  const middle = (name: keyof typeof rooms) => rooms[name][0] + rooms[name][1] / 2;
  return [
    ...(['lines', 'symmetries', 'needed', 'fingerprint'] as const).map((name) =>
      arrow(fromRight, middle(name), toLeft),
    ),
    ...(['lines', 'symmetries'] as const).map((name) => arrow(outRight, middle(name), inLeft)),
    arrow(outRight, rooms.sets[0] + 26, inLeft),
    // From `setwise`, past what is derived.
    arrow(fromRight, rooms.fingerprint[0] + rooms.fingerprint[1] + 15, inLeft, 'sets'),
  ];
}

function arrow(from: number, y: number, to: number, kind = ''): string {
  const [name, head] = kind ? [`arrow ${kind}`, `${kind}-head`] : ['arrow', 'head'];
  return `<path class="${name}" marker-end="url(#${head})" d="M${from} ${pixels(y)}H${to}"/>`;
}

function room([x, wide]: readonly [number, number], [y, high]: readonly [number, number]): string {
  return `<rect class="room" x="${x}" y="${y}" width="${wide}" height="${high}" rx="6"/>`;
}

function text(x: number, y: number, says: string, name: string): string {
  const attribute = name === '' ? '' : ` class="${name}"`;
  return `<text${attribute} x="${pixels(x)}" y="${pixels(y)}" xml:space="preserve">${says}</text>`;
}

function end([from, length]: readonly [number, number]): number {
  return from + length;
}

function pixels(length: number): number {
  return Math.round(length * 10) / 10;
}
