// The part of the coder of planes that writers need.
export { codeBatch, positions, preparePlane } from './encode';
export { grownBits, grownCountsAt, grownLeaves, grownNodes, grownNodesAt, growTree, learningBytes } from './learn';
export { addressOf, encoderAddressOf } from './memory';
export { beginSamples, takeSamples } from './sample';
export { prepareTable } from './table';
