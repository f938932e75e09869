import type { Selection } from '../../play/preparation.ts';
import { element, uniqueId } from '../dom.ts';
import {
  makeAdvice,
  makeMovementPicture,
  makeMovementWords,
  rulesWith,
} from './movementPicture.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** Of the game: see `hutnik.ts` of the rules. */
const MOST_CHARACTERS = 64;

/** A field for a movement in Betza's notation; below it what the movement does, or what is wrong with it. */
export class MovementField {
  readonly element: HTMLElement;
  private readonly onChange: () => void;
  private readonly field: HTMLInputElement;
  private readonly frame = element('div', { class: 'picture-frame empty' });
  private readonly said = element('div', { class: 'movement-said', 'aria-live': 'polite' });
  private verdict: Verdict = { kind: 'empty' };
  /** What the verdict is about. */
  private judged = '';

  constructor(label: string, onChange: () => void) {
    this.onChange = onChange;
    const [id, said] = [uniqueId('movement'), uniqueId('movement-said')];
    this.said.id = said;
    this.field = element('input', {
      id,
      type: 'text',
      maxlength: MOST_CHARACTERS,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      autocorrect: 'off',
      'aria-describedby': said,
      oninput: () => this.onChange(),
    });
    this.element = element(
      'div',
      { class: 'movement-field' },
      element('label', { for: id }, label),
      this.field,
      element('div', { class: 'movement-result' }, this.frame, this.said),
    );
  }

  /** The movement in normal form; undefined if it may not be proposed. */
  get movement(): string | undefined {
    return this.verdict.kind === 'fine' ? this.verdict.movement : undefined;
  }

  set text(text: string) {
    this.field.value = text;
  }

  focus(): void {
    this.field.focus();
  }

  /** Judges what has been typed, for pieces of this letter. */
  judge(stage: Selection, letter: string): void {
    const text = this.field.value.trim();
    const judged = `${stage.rules.name} ${letter} ${text}`;
    if (judged === this.judged) return;
    this.judged = judged;
    const verdict = verdictOf(stage, letter, text);
    this.verdict = verdict;
    const isProblem = verdict.kind === 'problem';
    if (isProblem) this.field.setAttribute('aria-invalid', 'true');
    else this.field.removeAttribute('aria-invalid');
    // A problem may be gone with the next letter: until then the last picture stays, faded.
    this.frame.classList.toggle('stale', isProblem);
    if (verdict.kind === 'problem') this.said.replaceChildren(...problemWords(text, verdict));
    else if (verdict.kind === 'fine') this.showMovement(stage, letter, verdict);
    else {
      this.frame.replaceChildren();
      this.said.replaceChildren();
    }
    this.frame.classList.toggle('empty', this.frame.childElementCount === 0);
  }

  private showMovement(
    stage: Selection,
    letter: string,
    { movement, warnings }: Extract<Verdict, { kind: 'fine' }>,
  ): void {
    const rules = rulesWith(stage, new Map([[letter, movement]]));
    const { picture, legend } = makeMovementPicture(rules, letter);
    const isOther = movement !== this.field.value.trim();
    const advice = makeAdvice(warnings);
    this.frame.replaceChildren(picture);
    this.said.replaceChildren(
      element('p', {}, isOther && 'In normal form ', makeMovementWords(movement)),
      legend,
      ...(advice ? [advice] : []),
    );
  }
}

/** The text with the wrong part marked, and what is wrong with it. */
function problemWords(
  text: string,
  { message, from, to }: Extract<Verdict, { kind: 'problem' }>,
): readonly HTMLElement[] {
  const marked = element(
    'p',
    { class: 'marked-text' },
    element(
      'code',
      {},
      text.slice(0, from),
      element('mark', {}, text.slice(from, to)),
      text.slice(to),
    ),
  );
  return [...(from < to ? [marked] : []), element('p', { class: 'problem' }, message)];
}
