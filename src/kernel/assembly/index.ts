export { useFrame } from './frame';
export { initMoves } from './moves';
export { barrier } from './barrier';
export { findLegal, movesInto, quietInto, combine, beginPlies, tallyDraws, writeCodes } from './passes';
export { findExits } from './exits';
export { ply } from './level';
