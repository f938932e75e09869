export { useFrame } from './frame';
export { findChecks, findGoals, findPlaced } from './positions';
export { sortConversions } from './conversionPlaces';
export { findConversions } from './conversions';
export { combine, findUnmoves } from './algebra';
export { enterCode, enterDecided, findDecided } from './plies';
export { flagSet } from './planes';
export { clearEdges, findPassants, findPasses, markEdges, startEdges } from './edges';
export { finishCodes, spreadCodes } from './finish';
