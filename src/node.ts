/** What needs Node: folders of tables, and the solver on its pool of workers. */
export {
  type GeneratedTable,
  type GenerateEvent,
  type GenerateOptions,
  generate,
} from './solve/generate.ts';
export { planTables, type Step } from './solve/plan.ts';
export { solveReference } from './solve/reference.ts';
export { type Difference, type Verification, verifyTable } from './solve/verify.ts';
export { FileSource } from './store/fileSource.ts';
export { type PackedTable, type PackOptions, packTables } from './store/pack.ts';
export { TableStore } from './store/tableStore.ts';
