// The part of the coder of planes that writers need.
export { makeCoders, writeCoder } from './coders';
export { codeBatch, positions, preparePlane } from './encode';
export { grownBits, grownCountsAt, grownLeaves, grownNodes, grownNodesAt, growTree, learningBytes } from './learn';
export { addressOf, clearColumns, encoderAddressOf, MOST_MODEL_BYTES, MOST_MOVEMENTS, MOST_PLANE_BYTES, MOST_STEPS } from './memory';
export { readModel } from './model';
export { setMovement } from './movements';
export { beginSamples, takeSamples } from './sample';
