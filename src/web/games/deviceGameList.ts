import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element } from '../dom.ts';
import type { NewsAction } from '../play/status.ts';
import { saveFile } from '../saveFile.ts';
import { type DeviceGame, listGames } from './deviceGames.ts';
import { gamesAsPgn, readGames } from './gameFile.ts';
import { gameWords, readWords } from './gameListWords.ts';

export interface GameListEvents {
  /** Of the game on the board, which is not offered again. */
  readonly current: () => string;
  /** Of games in a file that do not name their own. */
  readonly rules: () => RuleSet;
  readonly onOpen: (game: DeviceGame) => void;
  readonly onForget: (game: DeviceGame) => void;
  readonly announce: (text: string, kind?: 'news' | 'problem', action?: NewsAction) => void;
}

/** The games that were played on this device. They also go out to a file, and come in from one. */
export class DeviceGameList {
  readonly element: HTMLElement;
  private readonly body = element('div', { class: 'body' });
  private readonly save = button('Save all as PGN', () => {
    saveFile('games.pgn', new Blob([gamesAsPgn()], { type: 'application/x-chess-pgn' }));
  });
  private readonly events: GameListEvents;

  constructor(events: GameListEvents) {
    this.events = events;
    const file = element('input', {
      type: 'file',
      accept: '.pgn',
      hidden: true,
      'aria-label': 'PGN file',
      onchange: () => {
        const [chosen] = file.files ?? [];
        if (chosen) void this.read(chosen);
        // So that the same file can be chosen again.
        file.value = '';
      },
    });
    this.element = element(
      'div',
      {},
      this.body,
      element(
        'div',
        { class: 'buttons' },
        this.save,
        button('Read a PGN file', () => file.click()),
        file,
      ),
    );
  }

  refresh(): void {
    const current = this.events.current();
    const all = listGames();
    this.save.disabled = all.length === 0;
    const games = all.filter(({ id }) => id !== current);
    if (games.length === 0) {
      const hint = 'Games appear here once another one is on the board.';
      this.body.replaceChildren(element('p', { class: 'hint' }, hint));
      return;
    }
    this.body.replaceChildren(element('ul', {}, ...games.map((game) => this.row(game))));
  }

  private row(game: DeviceGame): HTMLElement {
    const { opening } = game;
    const open = button('', () => this.events.onOpen(game), { class: 'open' });
    open.append(
      element('span', { class: 'opening' }, opening),
      element('span', { class: 'facts' }, gameWords(game)),
    );
    return element(
      'li',
      {},
      open,
      button('✕', () => this.events.onForget(game), {
        class: 'forget',
        'aria-label': `Delete the game ${opening}`,
        title: 'Delete',
      }),
    );
  }

  private async read(file: File): Promise<void> {
    const { announce, rules } = this.events;
    const read = await readGames(await file.text(), rules());
    this.refresh();
    announce(readWords(file.name, read), read.problems.length > 0 ? 'problem' : 'news');
  }
}
