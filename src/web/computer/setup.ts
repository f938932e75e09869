import { type Color, WHITE } from '../../pieces/army.ts';
import type { Game } from '../../play/game.ts';
import type { GameTree } from '../../play/gameTree.ts';
import { levels } from '../../search/levels.ts';
import { makeChoices } from '../choices.ts';
import { button, element } from '../dom.ts';
import { dateTag } from '../games/dateTag.ts';
import { keep, readKept } from '../kept.ts';
import { ownName } from '../live/ownName.ts';
import { upperFirst } from '../sentence.ts';
import { gameAgainst } from './againstComputer.ts';

export interface SetupEvents {
  readonly onStart: (tree: GameTree) => void;
  readonly onCancel: () => void;
}

/** What was chosen last: `side level`. */
const KEY = 'metatb-computer';

/** The form that begins a game against the computer, by the rules of the game on the board. */
export function makeSetup(game: Game, { onStart, onCancel }: SetupEvents): HTMLElement {
  const { rules, position } = game;
  const [lastSide, lastLevel] = readKept(KEY)?.split(' ') ?? [];
  const side = makeChoices(
    'You play',
    [
      ['white', 'White'],
      ['either', 'Either'],
      ['black', 'Black'],
    ],
    {
      first: ['white', 'either', 'black'].find((each) => each === lastSide),
      onChange: () => save(),
    },
  );
  const level = makeChoices(
    'Level',
    levels.map(({ number, name }) => [String(number), upperFirst(name)]),
    {
      first: levels.map(({ number }) => String(number)).find((each) => each === lastLevel),
      onChange: () => save(),
    },
  );
  const save = () => keep(KEY, `${side.value()} ${level.value()}`);
  const start = makeStart(game);
  const begin = (event: Event) => {
    event.preventDefault();
    const chosen = levels.find(({ number }) => String(number) === level.value())!;
    const opponent = { level: chosen, color: computersColor(side.value()) };
    const first = start?.value() !== 'here' && rules.variant.start !== undefined;
    const occasion = {
      position: first ? rules.start : position,
      date: dateTag(Date.now()),
      name: ownName(),
    };
    onStart(gameAgainst(opponent, rules, occasion));
  };
  return element(
    'form',
    { class: 'computer-setup card', onsubmit: begin },
    element('h2', { tabindex: -1 }, `${rules.title} against the computer`),
    side.element,
    level.element,
    start?.element,
    element(
      'div',
      { class: 'buttons' },
      element('button', { type: 'submit', class: 'primary' }, 'Start the game'),
      button('Cancel', onCancel),
    ),
  );
}

/** Where it begins; undefined if there is no choice. */
function makeStart({ rules, fen, length, status }: Game) {
  const { start } = rules.variant;
  if (start === undefined || status.ending || fen === rules.makeFen(rules.start)) return undefined;
  // Who has set a position up means to play it; who has played on from the first one wants a new game.
  return makeChoices(
    'From',
    [
      ['first', 'First position'],
      ['here', 'This position'],
    ],
    { first: length === 0 ? 'here' : 'first' },
  );
}

function computersColor(side: string): Color {
  if (side === 'either') return Math.random() < 0.5 ? WHITE : 1;
  return side === 'white' ? 1 : WHITE;
}
