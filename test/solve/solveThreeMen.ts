import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { SolverName } from '../../src/solve/generation.ts';
import { zlibCodec } from '../../src/store/zlibCodec.ts';
import { allMaterials } from '../../src/table/material.ts';
import { nativeFile } from '../format/madeUp.ts';
import { solveBySets } from './setTables.ts';
import { Solved } from './solved.ts';

interface ThreeMenFile {
  readonly solver: SolverName;
  readonly rules: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The file of every table of three men of chess and metachess, as each solver makes it in one thread. */
export async function* solveThreeMen(): AsyncGenerator<ThreeMenFile> {
  for (const rules of [chess, metachess]) {
    const names = allMaterials(3, rules.army).map(({ name }) => name);
    const sets = await solveBySets(rules, names);
    const reference = new Solved(rules);
    for (const name of names) {
      const bySets = sets.get(name)!;
      const files = {
        sets: nativeFile(bySets, zlibCodec, bySets.statistics),
        reference: nativeFile(reference.get(name), zlibCodec),
      };
      for (const solver of ['sets', 'reference'] as const) {
        yield { solver, rules: rules.name, name, bytes: await files[solver] };
      }
    }
  }
}
