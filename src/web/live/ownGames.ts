import '../style/players.css';
import '../style/lobby.css';
import { gameOf } from '../../rules/gameRef.ts';
import type { GameSummary } from '../../server/protocol.ts';
import { element } from '../dom.ts';
import { fetchSummary } from './gameRequests.ts';
import { otherSide } from './liveGame.ts';
import { clockWords, sideNames } from './liveWords.ts';
import { dropSeat, markOver, type OwnSeat, ownSeats } from './seats.ts';

/** Milliseconds between refreshes while the list is visible. */
const REFRESH_MS = 15_000;
/** The most games that are listed, and requested from the server, at a time. */
const MOST_SHOWN = 12;

type OwnGame = OwnSeat & { readonly id: string };

/** This browser's running games by link, with whose turn it is, each leading back to its game. Hidden if there are none. */
export class OwnGames {
  readonly element = element('section', { class: 'own-games', hidden: true });
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly wake = () => void this.refresh();

  constructor() {
    this.timer = setInterval(() => {
      if (this.element.isConnected && !document.hidden) void this.refresh();
    }, REFRESH_MS);
    document.addEventListener('visibilitychange', this.wake);
    void this.refresh();
  }

  leave(): void {
    clearInterval(this.timer);
    document.removeEventListener('visibilitychange', this.wake);
  }

  async refresh(): Promise<void> {
    if (document.hidden) return;
    const games = ownSeats()
      .filter(({ over }) => !over)
      .slice(0, MOST_SHOWN);
    if (this.element.childElementCount === 0)
      this.fill(games.map((game) => makeRow(game, undefined)));
    const rows = await Promise.all(games.map(async (game) => rowOf(game)));
    // The visitor's turn comes first.
    rows.sort((a, b) => Number(b?.ours ?? false) - Number(a?.ours ?? false));
    this.fill(rows.flatMap((row) => (row ? [row.element] : [])));
  }

  private fill(rows: readonly HTMLElement[]): void {
    this.element.hidden = rows.length === 0;
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute('href')
      : undefined;
    this.element.replaceChildren(
      element('h2', {}, 'Games by link'),
      element('ul', {}, ...rows.map((row) => element('li', {}, row))),
    );
    if (focused) this.element.querySelector<HTMLElement>(`[href="${focused}"]`)?.focus();
  }
}

interface Row {
  readonly element: HTMLElement;
  readonly ours: boolean;
}

/** Undefined if the game is not running any more. */
async function rowOf(game: OwnGame): Promise<Row | undefined> {
  const summary = await fetchSummary(game.id);
  if (!summary.ok) {
    if (summary.problem.code !== 'no-game')
      return { element: makeRow(game, undefined), ours: false };
    dropSeat(game.id);
    return undefined;
  }
  if (summary.value.ending) {
    markOver(game.id);
    return undefined;
  }
  const ours = isOurTurn(game, summary.value);
  return { element: makeRow(game, summary.value), ours };
}

function isOurTurn({ color }: OwnGame, { turn, taken }: GameSummary): boolean {
  return turn === color && taken[otherSide(color)];
}

/** `summary`: undefined until the server has answered. */
function makeRow(game: OwnGame, summary: GameSummary | undefined): HTMLElement {
  const { id, color } = game;
  const other = otherSide(color);
  const against = summary?.names[other];
  const title = (summary && titleOf(summary)) ?? 'A game by link';
  const terms = summary?.clock ? `, ${clockWords(summary.clock)}` : '';
  const ours = summary !== undefined && isOurTurn(game, summary);
  return element(
    'a',
    { href: `#game=${id}`, class: ours ? 'own-game ours' : 'own-game' },
    element('span', { class: `disc ${color}`, 'aria-hidden': 'true' }),
    element(
      'span',
      { class: 'what' },
      `${title}${terms}${against ? ` against ${against}` : ''}, as ${sideNames[color]}`,
    ),
    summary && element('span', { class: 'turn' }, turnWords(game, summary)),
  );
}

/** Undefined if this page does not know the rules. */
function titleOf({ rules: name, variant }: GameSummary): string | undefined {
  const rules = gameOf(variant === undefined ? { name } : { name, ini: variant });
  return rules.ok ? rules.value.title : undefined;
}

function turnWords(game: OwnGame, summary: GameSummary): string {
  const { taken, turn } = summary;
  if (!taken[otherSide(game.color)]) return 'Waiting for a player';
  return turn === game.color ? 'Your turn' : `${sideNames[turn]}’s turn`;
}
