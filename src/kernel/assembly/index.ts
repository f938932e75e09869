export { useFrame } from './frame';
export { initMoves } from './unmoves';
export { initPackedWords } from './packedWords';
export { listSources } from './thirdMoves';
export { findThirdMoves } from './thirdPass';
export { barrier, workOn } from './barrier';
export {
  blankCodes, checksum, clear, enterCode, findFlags, hasBits, noteRecords, offer, packConversions, packFrontier, packSet, putIn,
  takeOut, withdraw,
} from './records';
export { findLegal, movesInto, movesWithin, combine, beginPlies, tallyDrawn, writeCodes } from './passes';
export { findConversions } from './bestConversions';
export { ply } from './level';
