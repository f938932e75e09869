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
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { Statistics } from '../../src/table/statistics.ts';
import { solveBySets } from '../solve/setTables.ts';
import { materialOf } from '../solve/solved.ts';
import { joined } from './madeUp.ts';

/** A file of KQRvkbn that has one block, in which all planes are missing. */
export async function sixMenFile(
  rules: RuleSet,
  statistics?: Statistics,
): Promise<Uint8Array<ArrayBuffer>> {
  const small = (await solveBySets(chess, ['KQvk'])).get('KQvk')!;
  const like = unwrap(parseStart(await joined(encodeNative(small))));
  const { model } = like;
  const endgame = endgameOf(rules, materialOf(rules, 'KQRvkbn')) as PlaneEndgame;
  const coding = { ...like.header.coding, row: 3, lane: 4, first: 0 };
  const about = { rules: rules.name, fingerprint: endgame.fingerprint, table: 'KQRvkbn' };
  const values = { values: 'codes', coding, statistics };
  const json = new TextEncoder().encode(
    JSON.stringify({ ...about, ...derivedOf(endgame), ...values }),
  );
  const { count } = planesOf(endgame, parsePlanesCoding(coding, endgame, true)!);
  const lengths = [0];
  pushVarint(lengths, count);
  const block = sealBlock(identityOf([json, model]), 0, Uint8Array.from(lengths));
  const start = makeStart([json, model, packList([{ count, length: block.length }])], 9);
  return new Uint8Array(Buffer.concat([start, block]));
}
