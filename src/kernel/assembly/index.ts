export { useFrame } from './frame';
export { initMoves } from './moves';
export { barrier } from './barrier';
export { findLegal, movesInto, movesWithin, combine, beginPlies, tallyDraws, writeCodes } from './passes';
export { findConversions } from './conversions';
export { ply } from './level';
