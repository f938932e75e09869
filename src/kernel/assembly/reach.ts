// From where moves may lead into a frontier. Near the end of a table these are few ranks of a slab; others need not be looked at.
import {
  ALL_RANKS, backwardOf, colorOf, fixedSquares, LANE, OUTER, pieceCount, planeFlags, roleOf, ROW,
  slabFlag, slabPlanes, squareIn, THIRD, thirdFound,
} from './frame';
import { setPlane, tableWanted, wantReached } from './planeLine';
import { thirdSquares } from './thirdMoves';
import { thirdRanks } from './thirdPass';

/**
 * Writes to `reached`, u8 per plane, a bit for each rank from which a side may have a move into the flagged set. Not those of kings
 * into a frontier that is kept as records: recordMoves.ts finds them as it goes.
 */
export function findReached(color: i32, name: i32, slab: i32, reached: usize): void {
  const side = 1 - color;
  memory.fill(reached, 0, slabPlanes());
  const pieces = pieceCount();
  const has = load<u8>(slabFlag(name, side, slab)) != 0;
  const flags = planeFlags(name, side, slab);
  for (let piece = 0; piece < pieces; piece++) {
    if (colorOf(piece) != color) continue;
    const role = roleOf(piece);
    if (role == THIRD) reachByThird(piece, name, slab, reached);
    else if (!has) continue;
    else if (role == LANE) addFlags(flags, reached);
    else if (role == ROW) reachByRow(flags, reached);
    else if (role == OUTER) reachByOuter(piece, flags, slab, reached);
  }
}

function addFlags(flags: usize, reached: usize): void {
  const planes = <usize>slabPlanes();
  for (let plane: usize = 0; plane < planes; plane++) {
    store<u8>(reached + plane, load<u8>(reached + plane) | load<u8>(flags + plane));
  }
}

function reachByRow(flags: usize, reached: usize): void {
  const planes = <usize>slabPlanes();
  for (let plane: usize = 0; plane < planes; plane++) {
    if (load<u8>(flags + plane)) store<u8>(reached + plane, <u8>ALL_RANKS);
  }
}

function reachByOuter(piece: i32, flags: usize, slab: i32, reached: usize): void {
  for (let square = 0; square < 64; square++) setPlane(square, 0, <i32>load<u8>(flags + <usize>square), 0, ALL_RANKS);
  wantReached(backwardOf(piece), fixedSquares(slab));
  for (let square = 0; square < 64; square++) {
    const at = reached + <usize>square;
    store<u8>(at, load<u8>(at) | <u8>tableWanted(square));
  }
}

function reachByThird(piece: i32, name: i32, slab: i32, reached: usize): void {
  const found = thirdFound();
  if (found) {
    addFlags(thirdRanks(found, slab), reached);
    return;
  }
  const side = 1 - colorOf(piece);
  const first = slab - squareIn(piece, slab);
  for (let squares = thirdSquares(piece, slab); squares; squares &= squares - 1) {
    const from = first + <i32>ctz(squares);
    if (load<u8>(slabFlag(name, side, from))) addFlags(planeFlags(name, side, from), reached);
  }
}
