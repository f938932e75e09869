import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Problem, type Result } from '../../board/result.ts';
import { roomFor, tableOf } from '../../format/mtb/native.ts';
import type { Header } from '../../format/mtb/nativeHeader.ts';
import { widthOf } from '../../format/mtb/plainBlocks.ts';
import { readCodes } from '../../format/mtb/readCodes.ts';
import type { OpenOptions, Source, SourceFile } from '../../format/mtb/source.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { type GameRef, gameOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { crewOfOne } from '../../solve/sample/crew.ts';
import { verifySample } from '../../solve/verifySample.ts';
import { checkFile } from '../../store/checkFile.ts';
import { digestOf } from '../../store/digest.ts';
import { FileSource, fileAt } from '../../store/fileSource.ts';
import { withTableFile } from '../../store/startedFile.ts';
import { recount } from '../../study/recount.ts';
import { parseMaterial } from '../../table/material.ts';
import type { Endgame, Table } from '../../table/table.ts';
import type { UploadLimits } from './uploadLimits.ts';

/** An upload that is complete: plain data, for another thread. */
export interface UploadTask {
  readonly rules: GameRef;
  readonly table: string;
  /** The file that has come. */
  readonly part: string;
  /** The folder of the tables that it is compared with. */
  readonly dir: string;
  /** What the client says. */
  readonly sha256: string;
  /** `seed`: which positions are verified. */
  readonly limits: Pick<UploadLimits, 'sample' | 'sampleOfLarge' | 'wholeBytes'>;
  readonly seed: number;
}

/**
 * Is a file the table that it is to be? Compares its digest, every checksum, the statistics, and a random sample of its
 * values with what the move generator and the subtables say. Errors: `digest`, those of the native format, `statistics`,
 * `values`, `missing-table` of a subtable, `read`.
 */
export async function checkUpload(task: UploadTask): Promise<Result<undefined>> {
  const { part, sha256, table: name } = task;
  const digest = await digestOf(part);
  if (!digest.ok) return digest;
  if (digest.value?.sha256 !== sha256) {
    const found = `the SHA-256 of what has come is ${digest.value?.sha256}`;
    return fail('digest', `${found}, not ${sha256}: send it again`);
  }
  const rules = gameOf(task.rules);
  if (!rules.ok) return rules;
  const parsed = parseMaterial(name, rules.value);
  if (!parsed.ok) return parsed;
  const { material } = parsed.value;
  const endgame = endgameOf(rules.value, material);
  const header = await inFile(checkFile(part, endgame));
  if (!header.ok) return header;
  const table = await wholeTable(task, endgame, header.value);
  if (!table.ok) return table;
  const { statistics } = header.value;
  if (table.value && statistics && !isDeepStrictEqual(recount(table.value), statistics)) {
    return fail('statistics', `the statistics of ${name} are not those of its values`, name);
  }
  return compareSample(task, rules.value, endgame, table.value !== undefined);
}

/** All values, or undefined if they are too many. */
async function wholeTable(
  { part, limits: { wholeBytes } }: UploadTask,
  endgame: Endgame,
  header: Header,
): Promise<Result<Table | undefined>> {
  if (2 * header.size * widthOf(header) > wholeBytes) return ok(undefined);
  const room = roomFor(header);
  if (!room.ok) return room;
  const read = await inFile(
    withTableFile(
      part,
      () => endgame,
      (file) => readCodes(file, room.value),
    ),
  );
  return read.ok ? ok(tableOf(endgame, header, room.value)) : read;
}

async function inFile<T>(reading: Promise<Result<Result<T> | undefined>>): Promise<Result<T>> {
  const read = await reading;
  if (!read.ok) return read;
  return read.value ?? fail('read', 'the file that has come has disappeared');
}

/** `fits`: is it a table whose values fit into memory? */
async function compareSample(
  task: UploadTask,
  rules: RuleSet,
  endgame: Endgame,
  fits: boolean,
): Promise<Result<undefined>> {
  const { name } = endgame.material;
  const crew = await crewOfOne(rules, endgame, sourceOf(task, rules, name));
  if (!crew.ok) return ofSubtable(crew.problem);
  const { limits, seed } = task;
  const count = fits ? limits.sample : limits.sampleOfLarge;
  const verified = await verifySample(rules, endgame, crew.value, { count, seed });
  if (!verified.ok) return ofSubtable(verified.problem);
  const { positions, differences, examples } = verified.value;
  if (differences === 0) return ok(undefined);
  const found = `${differences} of ${positions} random positions of ${name}`;
  const message = `${found} have other values than follow from their moves`;
  return fail('values', `${message}: ${examples[0]!.fen} is one`, name);
}

/** The file itself is sound by now: it is another one that cannot be read. */
function ofSubtable({ code, message, text }: Problem): Result<undefined> {
  return code === 'missing-table' ? fail(code, message, text) : fail('read', message, text);
}

/** The tables of a folder with one file more, which has another name there. */
function sourceOf({ part, dir }: UploadTask, rules: RuleSet, name: string): Source {
  const folder = new FileSource(rules, dir);
  return {
    generateCommand: (wanted) => folder.generateCommand(wanted),
    open: (wanted: string, options?: OpenOptions): Promise<Result<SourceFile | undefined>> =>
      wanted === name ? fileAt(part, options) : folder.open(wanted, options),
  };
}
