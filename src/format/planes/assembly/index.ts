// The coder of planes: see src/format/FORMAT.md.
export { address } from './memory';
export { codeBatch, positions, preparePlane } from './encode';
export { decodePlane } from './decode';
export { beginSamples, takeSamples } from './sample';
import { prepareAttacks } from './attacks';
import { prepareDistances } from './encode';

/** Prepares what is the same for all planes of a table, from what the host has set. */
export function prepareTable(): void {
  prepareDistances();
  prepareAttacks();
}
export { grownBits, grownCountsAt, grownLeaves, grownNodes, grownNodesAt, growTree, learningBytes } from './learn';
