// The part of the coder of planes that readers need: see src/format/FORMAT.md.
export { decodePlane } from './decode';
export { addressOf } from './memory';
export { readModel } from './model';
export { setMovement } from './movements';
export { forgetDistributions } from './stream';
