// What `npm run bench:browser` runs in its page, bundled with the library as any page would be.
import { unwrap } from '../src/board/result.ts';
import type { ByteRange } from '../src/format/mtb/tableFile.ts';
import { chess } from '../src/rules/chess.ts';
import { endgameOf } from '../src/rules/endgame.ts';
import { parseMaterial } from '../src/table/material.ts';
import { type KnownValue, probeCold } from './coldDecoding.ts';

/** Probes a table's file, which is downloaded as a whole first. */
async function probeColdHere(name: string, url: string, known: readonly KnownValue[]) {
  const { material } = unwrap(parseMaterial(name, chess));
  const blob = await (await fetch(url)).blob();
  const read = async ({ from, bytes }: ByteRange) =>
    new Uint8Array(await blob.slice(from, from + bytes).arrayBuffer());
  return probeCold(endgameOf(chess, material), { size: blob.size, read }, known);
}

export type ProbeColdHere = typeof probeColdHere;
Object.assign(globalThis, { probeColdHere });
