import '../style/rule.css';
import { element } from '../dom.ts';
import { examples } from './examples.ts';
import { Lessons } from './lessons.ts';

/** The rule in a sentence, examples to try it on one after another, and the words it needs. */
export class RuleView {
  readonly element: HTMLElement;
  private readonly lessons: Lessons;

  /** `example`: the name of the one to begin with. */
  constructor(example?: string) {
    this.lessons = new Lessons(examples, example, ({ name }) => {
      // The address leads back to this example.
      history.replaceState(null, '', `#rule=${name}`);
    });
    this.element = element(
      'div',
      { class: 'rule' },
      element('h1', {}, 'The rule'),
      element(
        'p',
        { class: 'lead' },
        'Metachess is chess, but you may not make a move that lets your opponent checkmate at once.',
      ),
      this.lessons.element,
      makeFacts(),
    );
  }

  /** To be called once the view is in the page. */
  placed(): void {
    this.lessons.placed();
  }
}

function makeFacts(): HTMLElement {
  const fact = (title: string, ...children: readonly HTMLElement[]) =>
    element('section', { class: 'rule-card' }, element('h2', {}, title), ...children);
  const text = (...words: readonly (Node | string)[]) => element('p', {}, ...words);
  return element(
    'div',
    { class: 'rule-cards' },
    fact(
      'Two new words',
      text(
        element('b', {}, 'Metacheck: '),
        'nothing attacks your king, but if you could pass, your opponent would mate at once.',
      ),
      text(
        element('b', {}, 'Metacheckmate: '),
        'no legal move, and in check or in metacheck. You have lost. Without either it is stalemate, a draw.',
      ),
    ),
    fact(
      'On the board',
      text(key('green', '● green'), ' a legal move of the piece you have picked'),
      text(
        key('amber', '✕ amber'),
        ' chess allows it, but it allows mate: try it and see the mate',
      ),
      text(key('amber', '# amber glow'), ' metacheck'),
      text(key('red', '+ red glow'), ' check, as in chess'),
    ),
    fact(
      'In detail',
      text('The mate is judged by the rules of chess alone.'),
      text(
        'Castling is also illegal if the king could be mated on the square it passes over. All else is as in chess.',
      ),
    ),
  );
}

function key(kind: string, text: string): HTMLElement {
  return element('span', { class: `key ${kind}` }, text);
}
