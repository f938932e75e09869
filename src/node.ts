/** What needs Node: folders of tables, and the solver on its pool of workers. */
export type { GenerateEvent } from './solve/generation.ts';
export {
  type FolderOptions as GenerateOptions,
  type GeneratedFile,
  generateInFolder as generate,
} from './solve/inFolder.ts';
export { type PlannedTable, planTables } from './solve/plan.ts';
export { solveReference } from './solve/reference/solver.ts';
export { type Difference, type Verification, verifyTable } from './solve/verify.ts';
export { FileSource } from './store/fileSource.ts';
export { TableStore } from './store/tableStore.ts';
