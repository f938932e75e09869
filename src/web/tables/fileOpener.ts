import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element } from '../dom.ts';
import { takeFile, UNKNOWN_GAME } from './chosenFile.ts';

/** Opens a table's file that the visitor has. */
export class FileOpener {
  readonly element: HTMLElement;
  /** Why a file was refused: part of the element, and for views that only take drops. */
  readonly news = element('p', { class: 'problem', role: 'alert' });
  private readonly shown: RuleSet;
  private readonly onOpened: (rules: RuleSet, table: string) => void;

  /** `shown`: the game whose page is open. `onOpened`: the file is among the tables of its game. */
  constructor(shown: RuleSet, onOpened: (rules: RuleSet, table: string) => void) {
    this.shown = shown;
    this.onOpened = onOpened;
    const input = element('input', {
      type: 'file',
      accept: '.mtb',
      hidden: true,
      'aria-label': 'Table file',
      onchange: () => {
        const [file] = input.files ?? [];
        if (file) void this.open(file);
        // So that the same file can be chosen again.
        input.value = '';
      },
    });
    const choose = button('Open a table file (.mtb)', () => input.click());
    this.element = element('div', { class: 'file-opener' }, choose, input, this.news);
  }

  /** Takes files that are dropped on an element. */
  takeDrops(area: HTMLElement): void {
    area.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    area.addEventListener('drop', (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      void this.open(file);
    });
  }

  private async open(file: File): Promise<void> {
    this.news.replaceChildren();
    const taken = await takeFile(file, this.shown);
    if (taken.ok) return this.onOpened(taken.value.rules, taken.value.table);
    const { code, message } = taken.problem;
    this.news.append(`${file.name}: ${message}.`);
    if (code === UNKNOWN_GAME) {
      this.news.append(' ', element('a', { href: '#own' }, 'Paste a variants.ini'));
    }
  }
}
