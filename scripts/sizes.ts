/**
 * `npm run sizes -- --dir DIR`: writes docs/sizes.md, what every table of orthodox chess takes as a file beside other formats.
 * The tables must be there, as `metatb generate --men 5 --rules chess` leaves them; their counts are compared with published ones.
 */
import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import { unlikePublished } from '../figures/published.ts';
import { unwrap } from '../src/board/result.ts';
import { EXIT } from '../src/cli/exitCode.ts';
import { chess } from '../src/rules/chess.ts';
import { writeWhole } from '../src/store/folder.ts';
import { TableStore } from '../src/store/tableStore.ts';
import { allMaterials, type Material } from '../src/table/material.ts';
import { positionsIn } from '../src/table/statistics.ts';
import { menUpTo, runScript } from './command.ts';
import { makeSizesPage, type TableSize } from './sizesPage.ts';

interface Settings {
  readonly men: readonly number[];
  readonly dir: string;
  readonly out: string;
}

const program = new Command('npm run sizes --')
  .description('Writes what tables take as files beside other formats: docs/sizes.md.')
  .option('-m, --men <counts>', 'how many men, such as 3,4', menUpTo(5), [3, 4, 5])
  .option('-d, --dir <folder>', 'where tables are', 'tables')
  .option('-o, --out <file>', 'the page', 'docs/sizes.md')
  .action(async ({ men, dir, out }: Settings) => {
    const store = new TableStore(chess, dir);
    const materials = men
      .flatMap((count) => allMaterials(count, chess))
      .filter((material) => !chess.isSettled(material.men));
    const sizes: TableSize[] = [];
    for (const material of materials) sizes.push(await sizeOf(store, material));
    if (process.exitCode !== undefined) return;
    unwrap(await writeWhole(out, [new TextEncoder().encode(makeSizesPage(sizes))]));
    console.log(`${sizes.length} tables: ${out}`);
  });

async function sizeOf(store: TableStore, material: Material): Promise<TableSize> {
  const statistics = unwrap(await store.statistics(material));
  for (const difference of unlikePublished(material, statistics)) {
    console.error(`${material.name}: ${difference}`);
    process.exitCode = EXIT.difference;
  }
  const { size } = await stat(store.path(material.name));
  const { name, men } = material;
  return {
    name,
    men: men.length,
    pawns: /p/i.test(name),
    bytes: size,
    positions: positionsIn(statistics),
  };
}

await runScript(program);
