import type { GameRef } from '../../rules/gameRef.ts';
import type { SharedReading } from '../../store/readTask.ts';

/** A table whose planes several threads look through for the same. */
export interface StudyTask<Options> extends SharedReading {
  readonly rules: GameRef;
  /** The folder of tables. */
  readonly dir: string;
  readonly table: string;
  readonly options: Options;
}
