import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Failure, fail, ok, type Problem, type Result } from '../board/result.ts';
import { checkBlocks } from '../format/mtb/checkBlocks.ts';
import { assemblePlanes, codeListedPlanes, layOutPlain } from '../format/mtb/encodeNative.ts';
import {
  type Allocate,
  checkNative,
  checkNativeStart,
  nativeFormat,
  roomFor,
  tableOf,
} from '../format/mtb/native.ts';
import type { Header } from '../format/mtb/nativeHeader.ts';
import { readCodes, type StartedFile } from '../format/mtb/readCodes.ts';
import type { Sharing } from '../format/mtb/sharing.ts';
import { isOutdated } from '../format/mtb/startParts.ts';
import { PlaneTable } from '../format/planes/planeTable.ts';
import type { CodesRoom, Slices } from '../index/slices.ts';
import { endgameOf } from '../rules/endgame.ts';
import { flagsOf, isShareable, refOf } from '../rules/gameRef.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import { countTable, type Statistics } from '../table/statistics.ts';
import type { Endgame, Table } from '../table/table.ts';
import { checkWritable, readStart, readWhole, withFile, writeWhole } from './folder.ts';
import { claim, removeParts } from './parts.ts';
import { type FileResult, wholeStart, withTableFile } from './startedFile.ts';
import { LARGE, threadCount } from './threads.ts';
import { zlibCodec } from './zlibCodec.ts';

/** Files up to this size are checked to the last byte before other tables are built on them. */
const CHECKED_WHOLE = 1 << 24;

export interface ReadOptions {
  /** Default: the machine's cores. */
  readonly threads?: number;
  /** Tables of at least this many placements are read by all threads. Default: 2^24. */
  readonly large?: number;
}

/** Of slices. */
export interface SliceOptions extends ReadOptions {
  /** By side: memory that earlier slices of this table were read into, which those read now overwrite if it is enough. */
  readonly kept?: (ArrayBuffer | SharedArrayBuffer)[] | undefined;
  /** Stops reading on several threads: then values are not those of the table. */
  readonly signal?: AbortSignal | undefined;
}

/** The tables of one rule set in a folder: `DIR/metachess/KQvk.mtb`. */
export class TableStore {
  readonly rules: RuleSet;
  readonly dir: string;

  constructor(rules: RuleSet, dir: string) {
    this.rules = rules;
    this.dir = dir;
  }

  path(name: string): string {
    return join(this.dir, this.rules.folder, `${name}${nativeFormat.extension}`);
  }

  /** A table's file, or undefined if it does not exist. Errors: `read`. */
  readBytes(name: string): Promise<Result<Uint8Array | undefined>> {
    return readWhole(this.path(name));
  }

  /**
   * Reads and decodes a table; a large one on several threads, into shared memory.
   * Errors: `missing-table`, `read`, `threads`, `changed`, `crash`, `memory`, and those of the native format.
   */
  read(material: Material, options: ReadOptions = {}): Promise<Result<Table>> {
    return this.readValues(material, options);
  }

  /** The same of slices of a table: their values by side to move, in the order of slices. Tables of any size have some with room. */
  async readSlices(
    material: Material,
    slices: Slices,
    options: SliceOptions = {},
  ): Promise<Result<Table['values']>> {
    const read = await this.readValues(material, options, slices);
    return read.ok ? ok(read.value.values) : read;
  }

  private async readValues(
    material: Material,
    { threads, large = LARGE, kept = [], signal }: SliceOptions,
    slices?: Slices,
  ): Promise<Result<Table>> {
    const count = threadCount(threads);
    if (!count.ok) return count;
    const opened = await this.withTable(material, async (file, endgame) => {
      const { header, checksum } = file.start;
      const shared = this.isShared(file, large) && count.value > 1;
      const Memory = shared ? SharedArrayBuffer : ArrayBuffer;
      const allocate: Allocate = (bytes, side) => {
        const there = kept[side];
        if (there instanceof Memory && there.byteLength >= bytes) return there;
        kept[side] = new Memory(bytes);
        return kept[side];
      };
      const found = roomFor(header, allocate, slices);
      if (!found.ok) return found;
      const room = found.value;
      const read = shared ? ok(undefined) : await readCodes(file, room);
      return read.ok ? ok({ room, shared, checksum, table: tableOf(endgame, header, room) }) : read;
    });
    if (!opened.ok) return opened;
    const { room, shared, checksum, table } = opened.value;
    if (!shared) return ok(table);
    const { name } = material;
    // It loads piscina, which only large tables need.
    const { readTogether } = await import('./readTogether.ts');
    const task = { rules: refOf(this.rules), table: name, path: this.path(name), checksum, room };
    const read = this.settled(name, await readTogether(task, count.value, signal));
    return read.ok ? ok(table) : read;
  }

  /** Is it worth while to share the decoding of a table among threads, and can they know its rules? */
  private isShared({ start: { header, parts } }: StartedFile, large: number): boolean {
    return parts instanceof PlaneTable && header.size >= large && isShareable(this.rules);
  }

  /**
   * The header of a table's file, checked as far as that is quick: the checksums of a large file's blocks are compared
   * only when they are read. Errors: those of {@link read}.
   */
  async check(material: Material): Promise<Result<Header>> {
    const { name } = material;
    // Placements are counted only if there is a file: with many pawns that takes seconds.
    const there = await readStart(this.path(name), 0);
    if (!there.ok) return there;
    if (!there.value) return this.missing(name);
    const endgame = endgameOf(this.rules, material);
    const start = await this.openingOf(name);
    if (!start.ok) return start;
    if (!start.value) return this.missing(name);
    const { bytes, size } = start.value;
    if (size > CHECKED_WHOLE) return this.named(name, checkNativeStart(bytes, size, endgame));
    const whole = await this.readBytes(name);
    if (!whole.ok) return whole;
    return this.named(name, checkNative(whole.value ?? bytes, endgame));
  }

  /**
   * The header of a table's file of any size, all of whose checksums are compared. Errors: those of {@link read} but for
   * `memory`.
   */
  checkWhole(material: Material): Promise<Result<Header>> {
    return this.withTable(material, checkBlocks);
  }

  /**
   * Reads the codes of a table, as far as `room` has place; `work`: see the format's readCodes.
   * Errors: those of {@link read}, and `mtb-values` if its values are plies.
   */
  readCodes(material: Material, room: CodesRoom, work?: Sharing): Promise<Result<undefined>> {
    const { name } = material;
    return this.withTable(material, async (file) => {
      if (file.start.header.values === 'plies') {
        const how = 'its values are plies, and codes are needed';
        const force = `'${this.generateCommand(name)} --force' solves it again`;
        return fail('mtb-values', `${how}; ${force}`, name);
      }
      return readCodes(file, room, work);
    });
  }

  /**
   * Calls `use` with a table's file whose start is read. Errors: those of {@link read}, and of `use`.
   * @internal
   */
  async withTable<T>(
    material: Material,
    use: (file: StartedFile, endgame: Endgame) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const { name } = material;
    const endgame = () => endgameOf(this.rules, material);
    return this.settled(name, await withTableFile(this.path(name), endgame, use));
  }

  private settled<T>(name: string, read: FileResult<T>): Result<T> {
    if (!read.ok) return read;
    return read.value ? this.named(name, read.value) : this.missing(name);
  }

  /** A table's statistics: from its file's header if it has them, otherwise counted. Errors: those of {@link read}. */
  async statistics(material: Material): Promise<Result<Statistics>> {
    const endgame = endgameOf(this.rules, material);
    const start = await this.openingOf(material.name);
    if (start.ok && start.value) {
      const { bytes, size } = start.value;
      const header = checkNativeStart(bytes, size, endgame);
      if (header.ok && header.value.statistics) return ok(header.value.statistics);
    }
    const table = await this.read(material);
    return table.ok ? ok(countTable(table.value)) : table;
  }

  /** The first bytes of a table's file, with its whole start, and the file's size; undefined if it does not exist. */
  private openingOf(name: string) {
    return withFile(this.path(name), async ({ size, read }) => ({
      bytes: await wholeStart(read),
      size,
    }));
  }

  /** The problem of a table that is not there, with the command that makes it. */
  missing(name: string): Failure {
    const make = this.generateCommand(name);
    return fail(
      'missing-table',
      `no table ${name} at ${this.path(name)}: make it with '${make}'`,
      name,
    );
  }

  /** The command line that generates a table into this folder, ready to paste into a shell. */
  generateCommand(name: string): string {
    const dir = /^[\w@%+=:,./-]+$/.test(this.dir) ? this.dir : `"${this.dir}"`;
    return `metatb generate ${name} ${flagsOf(this.rules)} --dir ${dir}`;
  }

  /** Puts the file's path before a problem's message, and the remedy for an outdated file after it. */
  private named<T>(name: string, result: Result<T>): Result<T> {
    if (result.ok) return result;
    const { code, message, text } = result.problem;
    return fail(code, `${this.path(name)}: ${message}${this.remedy(name, result.problem)}`, text);
  }

  private remedy(name: string, problem: Problem): string {
    const command = this.generateCommand(name);
    if (isOutdated(problem)) return `; '${command}' makes it again`;
    if (problem.code !== 'mtb-fingerprint') return '';
    return `; --dir names another folder, and '${command} --force' replaces the table`;
  }

  /** Writes a table's file. Errors: `write`. */
  async write(
    table: Table,
    statistics?: Statistics,
  ): Promise<Result<{ path: string; bytes: number }>> {
    const path = this.path(table.material.name);
    const coded = codeListedPlanes(table);
    if (coded) {
      const written = await writeWhole(path, assemblePlanes(table, statistics, coded));
      return written.ok ? ok({ path, bytes: written.value.bytes }) : written;
    }
    const { start, blocks } = layOutPlain(table, zlibCodec, statistics);
    const chunks = async function* () {
      // A placeholder: the start is written again once all blocks are made.
      yield start;
      yield* blocks;
    };
    const written = await writeWhole(path, chunks(), { at: 0, bytes: start });
    return written.ok ? ok({ path, bytes: written.value.bytes }) : written;
  }

  /** Checks that tables can be written. Errors: `write`. */
  checkWritable(): Promise<Result<undefined>> {
    return checkWritable(join(this.dir, this.rules.folder));
  }

  /** Is there a file of a table? It is not looked into. */
  async has(name: string): Promise<boolean> {
    const found = await stat(this.path(name)).catch(() => undefined);
    return found?.isFile() ?? false;
  }

  /** Removes the unfinished files that interrupted writes have left. */
  removeParts(): Promise<void> {
    return removeParts(join(this.dir, this.rules.folder));
  }

  /** Protects files that threads of this process are writing from removal until the returned function is called. */
  claim(): () => void {
    return claim(join(this.dir, this.rules.folder));
  }
}
