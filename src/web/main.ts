import 'chessgroundx/assets/chessground.base.css';
import 'chessgroundx/assets/chessground.cburnett.css';
import './style/page.css';
import './style/board.css';
import './style/play.css';
import './style/status.css';
import './style/moveList.css';
import './style/tablesPanel.css';
import { fail, ok, type Result } from '../board/result.ts';
import type { Position } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { isHidden } from '../rules/variant.ts';
import { element } from './dom.ts';
import { askServer, findGame, meetGame } from './games/catalog.ts';
import { keepOffline } from './offline.ts';
import { takeAnalysis } from './play/analysis.ts';
import { PlayView } from './play/playView.ts';
import { parseRoute, type Route } from './route.ts';
import { sentence } from './sentence.ts';
import { startTheme } from './theme.ts';

startTheme(document.querySelector<HTMLButtonElement>('.theme')!);

type PlayRoute = Extract<Route, { readonly view: 'play' }>;

const content = document.querySelector<HTMLElement>('#content')!;
/** The game on this device goes on when one comes back from another view, or reloads the page. */
const play = new PlayView();
/** Ends the view that is shown, before another one comes. */
let leave = () => {};
let first = true;
/** What was asked for last: moves on the board change the address, too. */
let shown: Route | undefined;

function show(route: Route): void {
  leave();
  leave = () => {};
  shown = route;
  const part = partOf(route);
  for (const link of document.querySelectorAll('nav a')) {
    const current = link.getAttribute('href') === `#${part}`;
    if (current) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  void open(route);
  // Keyboards and screen readers start again at the new view.
  if (!first) content.focus({ preventScroll: true });
  first = false;
}

/** The part of the navigation that a view belongs to: a game of one's own is one of the games, and a study is of one of them. */
function partOf({ view }: Route): Route['view'] {
  if (view === 'own' || view === 'study') return 'games';
  return view === 'prepare' ? 'play' : view;
}

async function open(route: Route): Promise<void> {
  const asked = location.hash;
  /** False if the visitor has gone on to another view meanwhile. */
  const place = (view: HTMLElement, title: string) => {
    if (location.hash !== asked) return false;
    content.replaceChildren(view);
    document.title = title === '' ? 'Metachess' : `${title} · Metachess`;
    scrollTo(0, 0);
    return true;
  };
  try {
    switch (route.view) {
      case 'play': {
        place(play.element, '');
        leave = () => play.leave();
        // From here on the board takes moves: browsers show it among the page's timings.
        performance.mark('board');
        const opened = takeAnalysis();
        // After a reload the board has its game, perhaps of rules that go by this name no longer.
        const isThere = first && play.isAt(asked);
        if (opened) play.load(opened, 'The game is on the board.');
        else if (route.fen !== undefined && !isThere) {
          const found = await positionOf(route);
          // The board must not take the place of what is asked for now, nor write its address over it.
          if (route !== shown) return;
          showPosition(found);
        }
        play.placed();
        return;
      }
      case 'rule': {
        const { RuleView } = await import('./rule/ruleView.ts');
        const view = new RuleView(route.example);
        if (place(view.element, 'The rule')) view.placed();
        return;
      }
      case 'games': {
        const { GamesView } = await import('./rules/gamesView.ts');
        await askServer();
        const view = new GamesView(route.rules);
        place(view.element, view.title);
        return;
      }
      case 'study': {
        const { studyOf } = await import('./study/studies.ts');
        const study = studyOf(route.rules);
        if (!study) return open({ view: 'games', rules: route.rules });
        const { StudyView } = await import('./study/studyView.ts');
        const view = new StudyView(study, route.step);
        if (!place(view.element, study.title)) return view.leave();
        leave = () => view.leave();
        view.placed();
        return;
      }
      case 'prepare': {
        const { PreparingView } = await import('./prepare/preparingView.ts');
        const view = new PreparingView(route.rules);
        if (place(view.element, view.title)) leave = () => view.leave();
        return;
      }
      case 'own': {
        const { OwnGamesView } = await import('./own/ownGamesView.ts');
        const view = new OwnGamesView();
        if (place(view.element, 'Your own game')) leave = () => view.leave();
        else view.leave();
        return;
      }
      case 'endgames': {
        const { EndgamesView } = await import('./tables/endgamesView.ts');
        await askServer();
        const view = new EndgamesView(route);
        if (place(view.element, 'Endgames')) leave = () => view.leave();
        else view.leave();
        return;
      }
      case 'game': {
        const view = await openGame(route);
        if (place(view.element, 'A game by link')) leave = () => view.leave();
        else view.leave();
        return;
      }
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const text = `This part of the page could not be loaded: ${why}`;
    place(element('p', { class: 'problem', role: 'alert' }, text), 'Not loaded');
  }
}

/** A game by link; without an id the page that begins one. */
async function openGame({ id, rules }: { readonly id?: string; readonly rules?: string }) {
  if (id === undefined) {
    const { LobbyView } = await import('./live/lobbyView.ts');
    await askServer();
    return new LobbyView(rules);
  }
  return new (await import('./live/liveView.ts')).LiveView(id);
}

interface Opened {
  readonly rules: RuleSet;
  readonly position: Position;
}

async function positionOf({
  rules: name = '',
  fen = '',
  variant,
}: PlayRoute): Promise<Result<Opened>> {
  const rules = variant === undefined ? await gameCalled(name) : await gameOfLink(name, variant);
  if (!rules.ok) return rules;
  const position = rules.value.parseFen(fen);
  return position.ok ? ok({ rules: rules.value, position: position.value }) : position;
}

function showPosition(found: Result<Opened>): void {
  if (found.ok && isHidden(found.value.rules)) {
    play.reportProblem(`${found.value.rules.title} is played by link only.`);
  } else if (found.ok) play.openPosition(found.value.rules, found.value.position);
  else play.reportProblem(sentence(found.problem.message));
}

async function gameCalled(name: string): Promise<Result<RuleSet>> {
  if (!findGame(name).ok) await askServer();
  return findGame(name);
}

async function gameOfLink(name: string, packed: string): Promise<Result<RuleSet>> {
  const { unpack } = await import('./games/variantLink.ts');
  const ini = await unpack(packed);
  if (ini !== undefined) return meetGame({ name, ini });
  return fail('link', 'this link to a game is cut off: ask for it again', packed);
}

// The part of the address after # is the view: a link within the page must not change it.
document.querySelector('.skip')!.addEventListener('click', (event) => {
  event.preventDefault();
  content.focus();
});
addEventListener('hashchange', () => show(parseRoute(location.hash)));
show(parseRoute(location.hash));
keepOffline();
