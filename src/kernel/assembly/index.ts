export { useFrame } from './frame';
export { initMoves } from './unmoves';
export { barrier } from './barrier';
export { findLegal, movesInto, movesWithin, combine, beginPlies, tallyDraws, writeCodes } from './passes';
export { findConversions } from './bestConversions';
export { ply } from './level';
