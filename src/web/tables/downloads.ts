import { readStatistics } from '../../format/mtb/native.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { Material } from '../../table/material.ts';
import type { Endgame } from '../../table/table.ts';
import { button, element } from '../dom.ts';
import { saveFile } from '../saveFile.ts';
import { sentence } from '../sentence.ts';
import type { PageTables } from './pageTables.ts';
import { exportInPage } from './runJob.ts';
import { byteWords } from './valueWords.ts';

/** Beyond this a file of another format does not fit into a page: a pickle of five men has gigabytes. */
const MOST_MEN_EXPORTED = 4;

/** Buttons that download a table's file, as it is or in another format. */
export function makeDownloads(tables: PageTables, material: Material): HTMLElement {
  const status = element('p', { role: 'status' });
  const format = (name: string, label: string) =>
    button(label, () => void download(tables, material, name, status), {
      disabled: name !== 'mtb' && material.men.length > MOST_MEN_EXPORTED,
    });
  return element(
    'div',
    {},
    element('h4', {}, 'Download'),
    element(
      'div',
      { class: 'buttons' },
      format('mtb', '.mtb (this program)'),
      format('pkl', '.pkl (Python)'),
      format('npy', '.npy (NumPy)'),
    ),
    status,
  );
}

async function download(
  tables: PageTables,
  material: Material,
  format: string,
  status: HTMLElement,
): Promise<void> {
  const { name } = material;
  status.textContent = 'Making the file…';
  const bytes = await tables.bytes(name);
  if (!bytes.ok || !bytes.value) {
    status.textContent = bytes.ok ? 'The table is gone.' : sentence(bytes.problem.message);
    return;
  }
  if (format === 'mtb' && isFinal(bytes.value, endgameOf(tables.rules, material))) {
    const blob = new Blob([bytes.value.slice()]);
    saveFile(`${name}.mtb`, blob);
    status.textContent = `${name}.mtb: ${byteWords(blob.size)}`;
    return;
  }
  const made = await exportInPage(tables.rules, name, bytes.value, format);
  if (!made.ok) {
    status.textContent = sentence(made.problem.message);
    return;
  }
  for (const file of made.value) saveFile(file.name, file.blob);
  status.textContent = made.value
    .map((file) => `${file.name}: ${byteWords(file.blob.size)}`)
    .join(', ');
}

/** Has a file statistics, as generation writes them? Those that this page writes in haste have none, and are packed first. */
function isFinal(file: Uint8Array, endgame: Endgame): boolean {
  const statistics = readStatistics(file, endgame);
  return !statistics.ok || statistics.value !== undefined;
}
