import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeNative } from '../../src/format/mtb/encodeNative.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { Table } from '../../src/table/table.ts';
import { random } from '../../tools/random.ts';
import { joined } from '../format/madeUp.ts';
import { contentsOf, forge } from '../format/mtb/forged.ts';
import { needPython } from '../python3.ts';
import { solveBySets } from '../solve/setTables.ts';
import { cases, few, seed } from '../thorough.ts';
import { askLines } from './reader.ts';

beforeEach(needPython);

let folder: string;
let table: Table;
let sound: Uint8Array;

beforeAll(async () => {
  table = (await solveBySets(metachess as RuleSet, ['KQvk'])).get('KQvk')!;
  sound = await joined(encodeNative(table));
  folder = mkdtempSync(join(tmpdir(), 'metatb-python-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder for the file of each case, since a file has to be called after its table. */
function write(bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(folder, 'case-')), 'KQvk.mtb');
  writeFileSync(path, bytes);
  return path;
}

/** How many values the Python reader finds in the file, or its error. */
const readOne = (bytes: Uint8Array) => askLines(['read', write(bytes)])[0]!;

type Header = Record<string, unknown> & { readonly coding: Record<string, unknown> };

function withHeader(change: (header: Header) => object): Uint8Array {
  const contents = contentsOf(sound, table);
  const header = JSON.stringify(change(JSON.parse(contents.header)));
  return forge({ ...contents, header });
}

describe('the Python reader refuses by name', () => {
  it.each([
    ['a feature that it does not know', { requires: ['parents'] }, /requires \['parents'\]/],
    ['an index that it does not know', { index: 'rows' }, /index is rows/],
    ['an index without planes', { index: 'symmetric' }, /codes coded by planes/],
    ['another number of squares', { squares: 80 }, /squares is 80/],
    ['other values', { values: 'words' }, /values are words/],
    ['another table', { table: 'KRvk' }, /it is the table KRvk/],
    ['pieces that it is not told of', { pieces: { K: {} } }, /does not say how Q moves/],
    ['a coding that it does not know', { coding: { kind: 'rice' } }, /coding is rice/],
  ])('%s', (_, fields, message) => {
    const found = readOne(withHeader((header) => ({ ...header, ...fields })));
    expect(found).toMatch(/^FormatError: /);
    expect(found).toMatch(message);
  });

  it('another version', () => {
    expect(readOne(sound.with(3, 6))).toMatch(/^FormatError: .* version 6/);
  });

  it('what is no table', () => {
    expect(readOne(Buffer.from('<!doctype html>'))).toMatch(/^FormatError: .* no table/);
    expect(readOne(new Uint8Array())).toMatch(/^FormatError/);
  });
});

describe('the Python reader takes', () => {
  it('a sound file, and one with a field that it does not know', () => {
    expect(Number(readOne(sound))).toBeGreaterThan(40_000);
    const more = withHeader((header) => ({ ...header, weather: 'fine', requires: [] }));
    expect(readOne(more)).toBe(readOne(sound));
  });
});

describe('the Python reader notices', () => {
  it('each flipped bit', () => {
    const step = Math.ceil(sound.length / cases(sound.length, 300));
    const path = write(sound);
    const flipped = Math.ceil(sound.length / step);
    expect(askLines(['flip', path, String(step)])).toEqual([String(flipped)]);
  });

  it.each(few([1, 15, 16, 700, -1, -700], 4))('a file of %i bytes, or so many fewer', (length) => {
    expect(readOne(sound.subarray(0, length))).toMatch(/^FormatError/);
  });

  it('bytes behind the end', () => {
    expect(readOne(Buffer.concat([sound, Buffer.from([0])]))).toMatch(/^FormatError/);
  });

  it('blocks of another table', async () => {
    const [other] = (await solveBySets(metachess as RuleSet, ['KRvk'])).values();
    const path = write(await joined(encodeNative(other!)));
    expect(askLines(['read', path])[0]).toMatch(/^FormatError: .* it is the table KRvk/);
    const renamed = join(path, '..', 'KRvk.mtb');
    copyFileSync(path, renamed);
    expect(Number(askLines(['read', renamed])[0])).toBeGreaterThan(40_000);
  });
});

describe('whatever a file with right checksums says', () => {
  it('its model, planes and list are read or refused, without any other exception', () => {
    const number = random(seed);
    const below = (limit: number) => Math.floor(number() * limit);
    const altered = (bytes: Uint8Array) => {
      const copy = Uint8Array.from(bytes);
      for (let i = 0; i <= below(3); i++) copy[below(copy.length)] = below(256);
      return number() < 0.2 ? copy.subarray(0, below(copy.length)) : copy;
    };
    const contents = contentsOf(sound, table);
    const forged = Array.from({ length: cases(3000, 60) }, (_, i) => {
      const blocks = contents.blocks.map(({ count, body }) => ({ count, body: altered(body) }));
      if (i % 3 === 0) return forge({ ...contents, model: altered(contents.model) });
      if (i % 3 === 1) return forge({ ...contents, blocks });
      return forge({ ...contents, list: altered(Uint8Array.of(1, 1, 10, 150, 28)) });
    });
    const answers = askLines(['read', ...forged.map(write)]);
    expect(answers).toHaveLength(forged.length);
    for (const answer of answers) expect(answer).toMatch(/^(FormatError: |\d+$)/);
    expect(answers.filter((answer) => answer.startsWith('FormatError'))).not.toHaveLength(0);
  });

  it('its header is', () => {
    const strange = [null, true, -1, 1.5, 2 ** 70, '', 'KQvk', [], [7], {}, { kind: 7 }, [[[]]]];
    const header = JSON.parse(contentsOf(sound, table).header) as Header;
    const forged = few(strange, 4).flatMap((says) => [
      ...Object.keys(header).map((key) => withHeader((each) => ({ ...each, [key]: says }))),
      ...Object.keys(header.coding).map((key) =>
        withHeader((each) => ({ ...each, coding: { ...each.coding, [key]: says } })),
      ),
      withHeader((each) => ({ ...each, pieces: { K: says, Q: says } })),
      withHeader((each) => ({
        ...each,
        pieces: { K: { royal: true, leaps: says }, Q: { rides: says } },
      })),
    ]);
    const answers = askLines(['read', ...forged.map(write)]);
    expect(answers).toHaveLength(forged.length);
    for (const answer of answers) expect(answer).toMatch(/^(FormatError: |\d+$)/);
  });
});
