import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { sealBlock } from '../../src/format/mtb/blocks.ts';
import { derivedOf } from '../../src/format/mtb/derived.ts';
import { encodeNative } from '../../src/format/mtb/encodeNative.ts';
import { identityOf, makeStart, parseStart } from '../../src/format/mtb/startParts.ts';
import { pushVarint } from '../../src/format/mtb/varint.ts';
import { packList } from '../../src/format/mtb/writeList.ts';
import { parsePlanesCoding } from '../../src/format/planes/coding.ts';
import { type PlaneEndgame, planesOf } from '../../src/format/planes/planeEndgame.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { parseMaterial } from '../../src/table/material.ts';
import { joined } from '../format/madeUp.ts';
import { solveBySets } from '../solve/setTables.ts';
import { makeFolder, metatb } from './metatb.ts';

// What commands make of a table of six men, of which there is one block without a plane.

const dir = makeFolder();
const at = (rules: RuleSet) => join(dir, rules.folder, 'KQRvkbn.mtb');

beforeAll(async () => {
  const small = (await solveBySets(chess, ['KQvk'])).get('KQvk')!;
  const { header, model } = unwrap(parseStart(await joined(encodeNative(small))));
  for (const rules of [metachess, chess])
    writeFileSync(made(at(rules)), fileOf(rules, header.coding, model));
});

function made(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

function fileOf(rules: RuleSet, like: object, model: Uint8Array): Uint8Array {
  const { material } = unwrap(parseMaterial('KQRvkbn', rules));
  const endgame = endgameOf(rules, material) as PlaneEndgame;
  const coding = { ...like, row: 3, lane: 4, first: 0 };
  const about = { rules: endgame.rules, fingerprint: endgame.fingerprint, table: material.name };
  const header = { ...about, ...derivedOf(endgame), values: 'codes', coding };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const { count } = planesOf(endgame, parsePlanesCoding(coding, endgame, true)!);
  const lengths = [0];
  pushVarint(lengths, count);
  const block = sealBlock(identityOf([json, model]), 0, Uint8Array.from(lengths));
  const start = makeStart([json, model, packList([{ count, length: block.length }])], 9);
  return Buffer.concat([start, block]);
}

describe('a table that does not fit into memory', () => {
  test.each([
    ['stats', []],
    ['export', ['--format', 'npy', '--out', join(dir, 'out.npy')]],
    ['compare', ['--with', 'chess']],
    ['verify', []],
  ])('is refused by %s in one line', async (command, args) => {
    const { status, stdout, stderr } = await metatb([command, 'KQRvkbn', '--dir', dir, ...args]);
    expect(stderr).toMatch(/KQRvkbn\.mtb: there is no room for all values of KQRvkbn, 14\.\d GiB/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([2, '']);
    if (command === 'verify') expect(stderr).toContain('metatb verify KQRvkbn --sample');
  });

  test.each(['longest', 'zugzwang'])(
    'is looked through by %s on threads, which find the first of its planes missing',
    async (command) => {
      const args = [command, 'KQRvkbn', '--dir', dir, '--threads', '2'];
      const { status, stdout, stderr } = await metatb(args);
      expect(stderr).toMatch(/KQRvkbn\.mtb: altered table file/);
      expect([status, stdout]).toEqual([1, '']);
    },
  );

  test('is listed, and its checksums are compared', async () => {
    const listed = await metatb(['info', '--check', '--dir', dir]);
    expect(listed.status).toBe(0);
    expect(listed.stdout).toMatch(/KQRvkbn .* sound$/m);
    const checked = await metatb(['verify', 'KQRvkbn', '--checksums', '--dir', dir]);
    expect(checked.stdout).toMatch(/sound, 15,502,147,584 values as they were written/);
  });

  test('is sampled, as far as its subtables are there', async () => {
    const { status, stderr } = await metatb(['verify', 'KQRvkbn', '--sample', '10', '--dir', dir]);
    expect(stderr).toMatch(/no metachess table \w+.*metatb generate/);
    expect(status).toBe(4);
  });
});
