// The part of the coder of planes that readers need: see src/format/FORMAT.md.
export { decodePlane } from './decode';
export { addressOf, MOST_MODEL_BYTES, MOST_MOVEMENTS, MOST_PLANE_BYTES, MOST_STEPS } from './memory';
export { readModel } from './model';
export { setMovement } from './movements';
export { forgetDistributions } from './stream';
