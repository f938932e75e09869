import type { RuleSet } from '../../rules/ruleset.ts';
import type { ClockSettings, NewGame } from '../../server/protocol.ts';
import { type Chip, makeChoices } from '../choices.ts';
import { element, uniqueId } from '../dom.ts';
import { sentence } from '../sentence.ts';
import { createGame } from './gameRequests.ts';
import { clockWords } from './liveWords.ts';
import { makeNameField, ownName } from './ownName.ts';
import { makeRulesChoice, namedInRequest, whyNotByLink } from './rulesChoice.ts';
import { keepSeat } from './seats.ts';

/** The usual clocks. */
const clocks: readonly ClockSettings[] = [
  { seconds: 180, increment: 2 },
  { seconds: 300, increment: 3 },
  { seconds: 600, increment: 5 },
  { seconds: 1800, increment: 20 },
];

/** The server's limits (`src/server/games/messages.ts`). */
const MOST_MINUTES = 180;
const MOST_INCREMENT = 180;

/** The form that begins a game by link, of the rules that are chosen first or of others. */
export function makeNewGame(first: RuleSet, onCreated: (id: string) => void): HTMLElement {
  const rules = makeRulesChoice(first);
  const color = makeChoices('You play', [
    ['random', 'Either'],
    ['white', 'White'],
    ['black', 'Black'],
  ]);
  const ownClock = makeOwnClock();
  const clock = makeChoices(
    'Clock',
    [
      ['', 'None'],
      ...clocks.map((each, i): Chip => [String(i), clockWords(each)]),
      ['own', 'Other…'],
    ],
    {
      onChange: (value) => {
        ownClock.element.hidden = value !== 'own';
      },
    },
  );
  const problem = element('p', { class: 'problem', role: 'alert' });
  const settings = (): ClockSettings | undefined => {
    const value = clock.value();
    return value === 'own' ? ownClock.settings() : clocks[Number.parseInt(value, 10)];
  };
  let isSent = false;
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isSent) return;
    const why = whyNotByLink(rules.chosen());
    if (why !== undefined) {
      problem.textContent = why;
      return;
    }
    const chosen = settings();
    const name = ownName();
    isSent = true;
    const made = await createGame({
      ...namedInRequest(rules.chosen()),
      color: color.value() as NonNullable<NewGame['color']>,
      ...(chosen ? { clock: chosen } : {}),
      ...(name === undefined ? {} : { name }),
    });
    isSent = false;
    if (!made.ok) {
      problem.textContent = sentence(made.problem.message);
      return;
    }
    const { id, seat, color: side } = made.value;
    keepSeat(id, { seat, color: side, since: Date.now() });
    onCreated(id);
  };
  return element(
    'form',
    { class: 'new-game card', onsubmit: (event) => void submit(event) },
    element('h1', {}, 'Play a friend by link'),
    element(
      'p',
      {},
      'You get a link to send. The first to open it and press Play takes the other side; everyone else watches.',
    ),
    rules.element,
    color.element,
    clock.element,
    ownClock.element,
    makeNameField(),
    element('button', { type: 'submit', class: 'primary large' }, 'Make the game'),
    problem,
  );
}

/** Fields for a clock of the visitor's choice. */
function makeOwnClock() {
  const number = (label: string, value: number, min: number, max: number) => {
    const input = element('input', {
      id: uniqueId('clock'),
      type: 'number',
      value,
      min,
      max,
      step: 1,
    });
    return { input, element: element('label', { class: 'picker', for: input.id }, label, input) };
  };
  const minutes = number('Minutes', 15, 1, MOST_MINUTES);
  const increment = number('Seconds a move', 10, 0, MOST_INCREMENT);
  const read = ({ value, min, max }: HTMLInputElement) =>
    Math.min(Number(max), Math.max(Number(min), Math.round(Number(value) || 0)));
  return {
    element: element(
      'div',
      { class: 'own-clock', hidden: true },
      minutes.element,
      increment.element,
    ),
    settings: (): ClockSettings => ({
      seconds: 60 * read(minutes.input),
      increment: read(increment.input),
    }),
  };
}
