import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Endgame } from '../../table/table.ts';
import type { ValueCode } from '../../table/value.ts';
import type { ListedCoding, PlanesCoding } from '../planes/coding.ts';
import { areListedValues } from '../planes/listedRanks.ts';
import { PLAIN_BLOCK_BYTES } from './blocks.ts';
import { type Derived, derivedOf, differenceOf } from './derived.ts';
import { areStatistics } from './headerStatistics.ts';

/** A table file's description of itself, as JSON. It may have further keys. */
export interface Header extends Derived {
  readonly rules: string;
  /** The rule set's fingerprint: see {@link Endgame}. */
  readonly fingerprint?: string;
  readonly table: string;
  /** {@link SlabCode} of one byte or of two, or two-byte ValueCode. */
  readonly values: 'codes' | 'wide codes' | 'plies';
  readonly coding: PlainCoding | ByteCoding | PlanesCoding | ListedCoding;
  readonly statistics?: Statistics;
  /** Features without which the file cannot be read: a reader refuses those that it does not know. */
  readonly requires?: readonly string[];
}

/** Values as they are, in deflated blocks of `blockBytes`. */
export interface PlainCoding {
  readonly kind: 'deflate';
  readonly blockBytes: number;
}

/** The same with a byte for each value: 0 for no position, or the place in a list from 1 on. */
export interface ByteCoding {
  readonly kind: 'bytes';
  readonly blockBytes: number;
  /** By side to move, worst first. */
  readonly ranks: readonly [readonly ValueCode[], readonly ValueCode[]];
}

type Found = Readonly<Partial<Record<keyof Header, unknown>>>;

/** Errors: `mtb-header`, `mtb-requires`. */
export function parseHeader(text: string): Result<Header> {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return malformed(text);
  }
  if (typeof found !== 'object' || found === null) return malformed(text);
  const header: Found = found;
  const unknown = unknownFeature(header);
  if (unknown !== undefined) return cannotRead(unknown);
  const texts = [header.rules, header.table, header.index];
  const numbers = [header.men, header.squares, header.size];
  const sound =
    texts.every((text) => typeof text === 'string') &&
    ['string', 'undefined'].includes(typeof header.fingerprint) &&
    numbers.every((number) => isInteger(number, 1, Number.MAX_SAFE_INTEGER)) &&
    ['codes', 'wide codes', 'plies'].includes(header.values as string) &&
    isCoding(header.coding, header);
  if (!sound) return malformed(text);
  const { statistics } = header;
  const limits = found as Header;
  if (statistics !== undefined && !areStatistics(statistics, limits)) {
    return fail('mtb-header', 'malformed header: its statistics contradict themselves');
  }
  return ok(found as Header);
}

function malformed(text: string): Failure {
  return fail('mtb-header', `malformed header: ${text.slice(0, 200)}`, text);
}

const codings = ['deflate', 'bytes', 'planes', 'listed planes'];

/** The first thing that a file requires and this program does not know, or undefined. */
function unknownFeature({ requires, coding }: Found): string | undefined {
  const features = Array.isArray(requires) ? requires : requires === undefined ? [] : [requires];
  if (features.length > 0) return String(features[0]);
  const { kind } = (coding ?? {}) as { readonly kind?: unknown };
  const known = typeof kind !== 'string' || codings.includes(kind);
  return known ? undefined : `the coding ${kind}`;
}

function cannotRead(feature: string): Failure {
  const name = feature.slice(0, 100);
  const message = `a table file that requires '${name}', which this program does not know`;
  return fail('mtb-requires', message, name);
}

function isCoding(found: unknown, header: Found): boolean {
  if (typeof found !== 'object' || found === null) return false;
  const coding = found as Partial<Record<string, unknown>>;
  // What planes are like is compared with the endgame: see coding.ts there.
  if (coding.kind === 'planes') return header.values !== 'plies';
  if (coding.kind === 'listed planes') return header.values === 'plies';
  const { kind, blockBytes, ranks } = coding;
  const areListed =
    Array.isArray(ranks) && ranks.length === 2 && ranks.every((each) => areListedValues(each));
  const isKnown =
    kind === 'deflate' || (kind === 'bytes' && header.values === 'plies' && areListed);
  if (!isKnown) return false;
  // Even, so that no value of two bytes is cut.
  return isInteger(blockBytes, 1024, PLAIN_BLOCK_BYTES) && (blockBytes as number) % 2 === 0;
}

function isInteger(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** The reason why a file is not the table of this endgame, or undefined. */
export function mismatch(header: Header, endgame: Endgame): Failure | undefined {
  const { rules, table, fingerprint } = header;
  if (rules !== endgame.rules) {
    return fail('mtb-rules', `a table of ${rules}, not of ${endgame.rules}`, rules);
  }
  if (endgame.fingerprint && fingerprint !== endgame.fingerprint) {
    const found = `a table of other rules that are called ${rules} too`;
    const print = fingerprint ?? 'missing';
    const prints = `their fingerprint is ${print}, not ${endgame.fingerprint}`;
    return fail('mtb-fingerprint', `${found}: ${prints}`, print);
  }
  const { name } = endgame.material;
  if (table !== name) return fail('mtb-table', `the table ${table}, not ${name}`, table);
  const different = differenceOf(header, derivedOf(endgame));
  if (different) {
    const { field, says, should } = different;
    const found = `the header of ${table} says ${field} ${says}`;
    return fail('mtb-header', `${found}: it should be ${should}`, says);
  }
  if (header.index !== 'slabs' && header.values !== 'plies') {
    const found = `the header of ${table} says values ${header.values}`;
    return fail('mtb-header', `${found}: with this index it should be plies`, header.values);
  }
  return undefined;
}
