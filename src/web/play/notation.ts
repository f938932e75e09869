import { unwrap } from '../../board/result.ts';
import type { GameTree } from '../../play/gameTree.ts';
import { makePgn } from '../../play/makePgn.ts';
import type { ParsedGame } from '../../play/pgn.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element, uniqueId } from '../dom.ts';
import { catalog } from '../games/catalog.ts';
import { sentence } from '../sentence.ts';
import type { NewsAction } from './status.ts';

export interface NotationEvents {
  readonly tree: () => GameTree;
  /** Of a game that does not name its own. */
  readonly rules?: () => RuleSet;
  /** A game was pasted. Left out if the game is not the visitor's to replace. */
  readonly onPasted?: (game: ParsedGame) => void;
  readonly announce: (text: string, kind?: 'news' | 'problem', action?: NewsAction) => void;
}

/** Copies FEN, PGN and the turns of Game Courier, and reads any of them. */
export function makeNotation(events: NotationEvents): HTMLElement {
  const { tree, announce, rules = () => tree().rules } = events;
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      announce(`${what} copied.`);
    } catch {
      // Without the clipboard the text can be marked and copied by hand.
      field.value = text;
      field.select();
      announce(`The browser does not let pages copy: the ${what} is in the field below.`);
    }
  };
  const fieldId = uniqueId('paste');
  const field = element('textarea', {
    id: fieldId,
    rows: 3,
    maxlength: 100_000,
    spellcheck: 'false',
    placeholder: 'FEN or PGN',
  });
  const copyForCourier = async () => {
    const { makeCourierGame } = await import('../../play/courierRecord.ts');
    await copy('Game Courier record', makeCourierGame(tree().endOf().game));
  };
  const read = async (rules: RuleSet) => {
    const { parsePasted } = await import('../../play/pasted.ts');
    const others = catalog().map((game) => game.rules);
    const pasted = parsePasted(field.value, rules, others);
    if (pasted.ok) {
      field.value = '';
      events.onPasted?.(pasted.value);
      return;
    }
    const { code, message } = pasted.problem;
    const chess = code === 'illegal' ? unwrap(findRuleSet('chess')) : undefined;
    // What is illegal here may be a game of chess.
    const isChess = chess && rules.name !== chess.name && parsePasted(field.value, chess).ok;
    const action = isChess && { label: 'Load as chess', act: () => void read(chess) };
    announce(sentence(message), 'problem', action || undefined);
  };
  return element(
    'details',
    { class: 'notation' },
    element('summary', {}, 'FEN and PGN'),
    element(
      'div',
      { class: 'buttons' },
      button('Copy FEN', () => void copy('FEN', tree().game.fen)),
      button('Copy PGN', () => void copy('PGN', makePgn(tree()))),
      button('Copy for Game Courier', () => void copyForCourier()),
    ),
    element('label', { for: fieldId }, events.onPasted ? 'Paste a FEN or a game' : 'To copy'),
    field,
    events.onPasted &&
      element(
        'div',
        { class: 'buttons' },
        button('Load', () => void read(rules())),
      ),
  );
}
