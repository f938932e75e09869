// The part of the coder of planes that readers need: see src/format/FORMAT.md.
export { decodePlane } from './decode';
export { addressOf } from './memory';
export { prepareTable } from './table';
