import type { Side } from '../../server/protocol.ts';
import { button, element } from '../dom.ts';
import { makeGameRules } from './gameRules.ts';
import { type LiveGame, otherSide } from './liveGame.ts';
import { clockWords, sideNames } from './liveWords.ts';
import { makeNameField } from './ownName.ts';

/** The free seat, if this visitor may take it. */
export function freeSeat({ color, seats, ending }: LiveGame): Side | undefined {
  if (color !== null || ending) return undefined;
  return (['white', 'black'] as const).find((side) => seats[side] === 'free');
}

/** Who invites to what, the way in, and the rules: open unless everybody knows them. */
export function makeInvitation(live: LiveGame, side: Side, onPlay: () => void): HTMLElement {
  const { rules } = live.tree;
  const by = live.names[otherSide(side)];
  return element(
    'section',
    { class: 'invitation card', 'aria-label': 'Invitation' },
    element(
      'h1',
      {},
      by ? `${by} invites you to ${rules.title}` : `You are invited to ${rules.title}`,
    ),
    element('p', { class: 'terms' }, `You play ${sideNames[side]} · ${clockWords(live.clock)}`),
    element(
      'p',
      { class: 'rule' },
      rules.about,
      ...(rules.threat
        ? [
            ' The board marks moves that would let the opponent mate. ',
            element('a', { href: '#rule' }, 'Try the rule'),
          ]
        : []),
    ),
    element(
      'div',
      { class: 'buttons' },
      button(`Play ${sideNames[side]}`, onPlay, { class: 'primary large' }),
      makeNameField(),
    ),
    makeGameRules(rules, rules.name !== 'chess'),
  );
}
