export { useFrame } from './frame';
export { findChecks, findGoals, findPlaced } from './positions';
export { sortConversions } from './conversionPlaces';
export { findConversions } from './conversions';
export { combine, enterCode, enterDecided, findDecided, findUnmoves, flagSet } from './plies';
export { clearEdges, findPassants, findPasses, markEdges, startEdges } from './edges';
export { finishCodes, spreadCodes } from './finish';
