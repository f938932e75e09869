import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { solveBySets } from '../solve/setTables.ts';
import { filesOf, plainFileOf, read, WatchedSource } from './files.ts';

const solved = await solveBySets(metachess, ['KNvk']);
const files = await filesOf([...solved.values()]);
const base = new Tablebase(metachess, new MemorySource(files));
const knight = read('8/8/4k3/8/8/8/8/KN6 w - - 0 1');
const rook = read('8/8/4k3/8/8/8/8/KR6 w - - 0 1');

// [what is wrong, FEN, code, part of the message]
const refusals = [
  ['castling rights', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'castling', 'castling rights'],
  ['castling rights and a double step', 'r3k3/8/8/Pp6/8/8/8/4K3 w q b6 0 1', 'castling', 'rights'],
  ['seven men', '4k3/pppp4/8/8/8/8/P7/4K3 w - - 0 1', 'not-covered', 'has 7 men'],
  ['thirty-two men', chess.makeFen(chess.start).replace('KQkq', '-'), 'not-covered', '32 men'],
  ['no table', '8/8/4k3/8/8/8/8/KR6 w - - 0 1', 'missing-table', 'generate KRvk'],
  ['no table for Black’s men', '8/8/4k3/8/8/8/8/Kr6 w - - 0 1', 'missing-table', 'generate KRvk'],
] as const;

describe('there is no answer', () => {
  it.each(refusals)('for %s: %s', async (_, fen, code, part) => {
    const position = read(fen);
    for (const asked of [base.value(position), base.probe(position), base.bestLine(position)]) {
      const answer = await asked;
      expect(answer).toMatchObject({ ok: false, problem: { code } });
      if (!answer.ok) expect(answer.problem.message).toContain(part);
    }
  });

  it('if the table of a move is missing, which is named, though that of the position exists', async () => {
    const pawn = (await solveBySets(chess, ['KPvk'])).get('KPvk')!;
    const alone = new Tablebase(chess, new MemorySource(await filesOf([pawn], plainFileOf)));
    const promoting = read('8/P7/8/8/8/8/2K5/k7 w - - 0 1');
    expect(unwrap(await alone.value(promoting))).toEqual({ wdl: 1, dtm: 1 });
    const probe = await alone.probe(promoting);
    expect(probe).toMatchObject({ ok: false, problem: { code: 'missing-table', text: 'KQvk' } });
  });

  it('from damaged files', async () => {
    const whole = files.get('KNvk')!;
    const short = new Tablebase(
      metachess,
      new MemorySource(new Map([['KNvk', whole.subarray(0, 99)]])),
    );
    expect(await short.value(knight)).toMatchObject({
      ok: false,
      problem: { code: 'mtb-truncated' },
    });
    const altered = Uint8Array.from(whole);
    altered[whole.length - 9]! ^= 1;
    const wrong = new Tablebase(metachess, new MemorySource(new Map([['KNvk', altered]])));
    expect(await wrong.value(knight)).toMatchObject({
      ok: false,
      problem: { code: 'mtb-checksum' },
    });
  });

  it('from tables of another rule set or of other men', async () => {
    const orthodox = new Tablebase(chess, new MemorySource(files));
    expect(await orthodox.value(knight)).toMatchObject({
      ok: false,
      problem: { code: 'mtb-rules' },
    });
    const mixedUp = new MemorySource(new Map([['KRvk', files.get('KNvk')!]]));
    expect(await new Tablebase(metachess, mixedUp).value(rook)).toMatchObject({
      ok: false,
      problem: { code: 'mtb-table' },
    });
  });
});

describe('a source', () => {
  it('opens each table once, however many positions are requested at the same time', async () => {
    const source = new WatchedSource(files);
    const watched = new Tablebase(metachess, source);
    expect(source.asked).toEqual([]);
    await Promise.all([watched.value(knight), watched.value(knight), watched.probe(knight)]);
    await watched.probe(knight);
    expect(source.asked).toEqual(['KNvk']);
  });

  it('that fails is reported, and tried again the next time', async () => {
    const source = new WatchedSource(files, 1);
    const watched = new Tablebase(metachess, source);
    expect(await watched.value(knight)).toEqual({
      ok: false,
      problem: { code: 'read', message: 'the line was busy', text: '' },
    });
    expect(unwrap(await watched.value(knight))).toEqual({ wdl: 0, dtm: 0 });
    expect(source.asked).toEqual(['KNvk', 'KNvk']);
  });

  it('without a table is tried again: the table may have been added meanwhile', async () => {
    const growing = new Map<string, Uint8Array>();
    const watched = new Tablebase(metachess, new MemorySource(growing));
    expect((await watched.value(knight)).ok).toBe(false);
    growing.set('KNvk', files.get('KNvk')!);
    expect(unwrap(await watched.value(knight))).toEqual({ wdl: 0, dtm: 0 });
  });
});
