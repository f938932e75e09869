import type { Result } from '../../board/result.ts';
import type { Source } from '../../format/mtb/source.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';

/** Where the tables of a run lie for all machines: a folder, a web server, a bucket. Nothing in it is ever replaced. */
export interface SharedStore {
  /** Its address as people may read it: without user, password or token. */
  readonly name: string;
  /**
   * Is it there, and will it take our tables? Asked before hours of work. Errors: `store`, `token`, `write`, `read`, and
   * those of {@link Source}.
   */
  check(signal?: AbortSignal): Promise<Result<undefined>>;
  /** The tables of a game, read in parts. */
  source(rules: RuleSet): Source;
  /**
   * Stores a table from a folder, whole or not at all. An interrupted upload goes on where it broke off. The same bytes
   * again are a success. Errors: `conflict` if the store has other bytes under this name, `refused` if it does not take
   * the table, `token`, `store`, `write`, `read`, `interrupted`, and those of {@link Source}.
   */
  put(table: LocalTable, signal?: AbortSignal): Promise<Result<StoredTable>>;
}

/** A table's file in a folder of this machine: `DIR/metachess/KQvk.mtb`. */
export interface LocalTable {
  readonly rules: RuleSet;
  readonly material: Material;
  readonly dir: string;
}

export interface StoredTable {
  readonly bytes: number;
  /** Of the whole file, in hexadecimal. */
  readonly sha256: string;
  /** Were these bytes there before? */
  readonly there: boolean;
}
