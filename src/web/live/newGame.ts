import { fail, ok, type Result } from '../../chess/result.ts';
import { ruleSets } from '../../rules/registry.ts';
import type { CreatedGame, NewGame } from '../../server/protocol.ts';
import { element, uniqueId } from '../dom.ts';
import { makeRulesPicker } from '../play/rulesPicker.ts';
import { keepSeat } from './seats.ts';

/** Clocks on offer: minutes for the game, seconds a move. */
const clocks = [
  [3, 2],
  [5, 3],
  [10, 5],
  [30, 20],
] as const;

/** The form in which a game by link is begun. */
export function makeNewGame(onCreated: (id: string) => void): HTMLElement {
  let rules = ruleSets[0]!;
  const rulesPicker = makeRulesPicker(rules, (chosen) => {
    rules = chosen;
  });
  const color = element(
    'select',
    {},
    element('option', { value: 'random' }, 'either'),
    element('option', { value: 'white' }, 'White'),
    element('option', { value: 'black' }, 'Black'),
  );
  const clock = element(
    'select',
    {},
    element('option', { value: '' }, 'none'),
    ...clocks.map(([minutes, seconds], i) =>
      element('option', { value: i }, `${minutes} min + ${seconds} s a move`),
    ),
  );
  const problem = element('p', { class: 'problem', role: 'alert' });
  const submit = async (event: Event) => {
    event.preventDefault();
    const chosen = clock.value === '' ? undefined : clocks[Number(clock.value)];
    const made = await createGame({
      rules: rules.name,
      color: color.value as NonNullable<NewGame['color']>,
      ...(chosen ? { clock: { seconds: 60 * chosen[0], increment: chosen[1] } } : {}),
    });
    if (!made.ok) {
      problem.textContent = `${made.problem.message}.`;
      return;
    }
    keepSeat(made.value.id, made.value.seat);
    onCreated(made.value.id);
  };
  const field = (label: string, control: HTMLElement) => {
    control.id = uniqueId('field');
    return element('label', { class: 'picker', for: control.id }, label, control);
  };
  return element(
    'form',
    { class: 'new-game', onsubmit: (event) => void submit(event) },
    element('h1', {}, 'A game by link'),
    element(
      'p',
      {},
      'You get a link to send to a friend. The first who opens it and sits down has the other seat; everybody else looks on.',
    ),
    element(
      'div',
      { class: 'row' },
      field('Rules', rulesPicker),
      field('You play', color),
      field('Clock', clock),
    ),
    element('button', { type: 'submit', class: 'primary' }, 'Make the game'),
    problem,
  );
}

/** Errors: `network`, `no-server`, and those of the server. */
async function createGame(game: NewGame): Promise<Result<CreatedGame>> {
  try {
    const response = await fetch(new URL('games', document.baseURI), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(game),
    });
    if (response.status === 201) return ok((await response.json()) as CreatedGame);
    const told = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
    const message = told.error?.message ?? 'This page has no server for games by link';
    return fail('no-server', message);
  } catch {
    return fail('network', 'The server cannot be reached: games by link need one');
  }
}
