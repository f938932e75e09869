export { useFrame } from './frame';
export { findChecks, findGoals, findPlaced } from './positions';
export { findConversions, sortConversions } from './conversions';
export { combine, enterCode, enterDecided, findDecided, findUnmoves, flagSet } from './plies';
export { clearEdges, findPassants, findPasses, markEdges, startEdges } from './edges';
export { finishCodes, spreadCodes } from './finish';
