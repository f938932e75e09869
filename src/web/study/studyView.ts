import '../style/rule.css';
import '../style/tablesPanel.css';
import '../style/study.css';
import type { Game } from '../../play/game.ts';
import type { Engine } from '../../search/engine.ts';
import { pageEngine } from '../computer/pageEngine.ts';
import { button, element } from '../dom.ts';
import { playHash, rulesHash, studyHash } from '../route.ts';
import { Trial } from '../rule/trial.ts';
import { labelOf, nextOf, type Stage, stageAt, stagesOf } from './steps.ts';
import type { Study } from './study.ts';
import { VerdictPanel } from './verdictPanel.ts';

/** A solution to walk through on a board on which every move can be tried, and is judged. */
export class StudyView {
  readonly element: HTMLElement;
  private readonly study: Study;
  private readonly stages: readonly Stage[];
  private readonly engine: Engine = pageEngine();
  private readonly trial: Trial;
  private readonly panel: VerdictPanel;
  private readonly choices: readonly HTMLButtonElement[];
  private readonly steps: HTMLElement;
  private readonly text = element('div', { class: 'study-text' });
  private readonly link = element('a', { class: 'button' }, 'Open on the board');

  /** `name`: the step to begin with. */
  constructor(study: Study, name?: string) {
    this.study = study;
    this.stages = stagesOf(study);
    const first = this.stages.find(({ step }) => step.name === name) ?? this.stages[0]!;
    this.choices = this.stages.map((stage) =>
      button(stage.label, () => this.trial.begin(stage.game), { title: stage.step.title }),
    );
    this.steps = element(
      'div',
      { class: 'lesson-choices', role: 'group', 'aria-label': 'Steps of the solution' },
      ...this.choices,
    );
    this.trial = new Trial(first.game, this.link, (game) => this.follow(game));
    this.panel = new VerdictPanel(this.engine, {
      onPlay: (moves) => this.play(moves),
      onArrows: (arrows) => this.trial.board.showArrows(arrows),
    });
    this.element = element(
      'div',
      { class: 'study' },
      element('a', { href: rulesHash(study.rules) }, `‹ ${first.game.rules.title}`),
      element('h1', {}, study.title),
      element('p', { class: 'lead' }, study.lead),
      this.steps,
      element(
        'article',
        { class: 'lesson', 'aria-label': study.title },
        element('div', { class: 'study-column' }, this.trial.board.element, this.trial.element),
        element('div', { class: 'study-column' }, this.text, this.panel.element),
      ),
      element('p', { class: 'hint' }, study.source),
    );
    this.show(first.game);
  }

  /** To be called once the view is in the page. */
  placed(): void {
    this.trial.board.fit();
    this.scrollSteps();
  }

  leave(): void {
    this.panel.leave();
    this.engine.close();
  }

  private play(moves: readonly string[]): void {
    for (const uci of moves) this.trial.tryMove(this.trial.game.choices.get(uci)!);
  }

  private follow(game: Game): void {
    const at = this.show(game);
    // The address leads back to this step.
    if (at) history.replaceState(null, '', studyHash(this.study.rules, at.step.name));
  }

  /** Returns the step whose position this is. */
  private show(game: Game): Stage | undefined {
    const at = stageAt(this.stages, game);
    for (const [i, choice] of this.choices.entries()) {
      choice.setAttribute('aria-pressed', String(this.stages[i] === at));
    }
    this.scrollSteps();
    this.text.replaceChildren(...(at ? this.textOf(at) : textOff(game)));
    this.link.setAttribute('href', playHash(game.rules.name, game.fen));
    void this.panel.show(game);
    return at;
  }

  private textOf(stage: Stage): readonly (HTMLElement | string)[] {
    const { step, label } = stage;
    const heading = step.moves === '' ? step.title : `${label} · ${step.title}`;
    const next = nextOf(this.stages, stage);
    return [
      element('h2', {}, heading),
      ...step.text.map((words) => element('p', {}, words)),
      next ? button(`Next: ${next.label}`, () => this.goOn(next), { class: 'next' }) : '',
    ];
  }

  private goOn(next: Stage): void {
    this.trial.begin(next.game);
    this.text.querySelector<HTMLElement>('.next')?.focus();
  }

  /** On a phone the steps are one row, wider than the page. */
  private scrollSteps(): void {
    const pressed = this.choices.find((choice) => choice.ariaPressed === 'true');
    if (pressed) this.steps.scrollLeft += middleOf(pressed) - middleOf(this.steps);
  }
}

/** Of a position that the solution does not have. */
function textOff(game: Game): readonly HTMLElement[] {
  const words = game.status.ending
    ? 'Go back to try something else.'
    : 'The solution does not go this way. The list says what every move is worth.';
  return [element('h2', {}, labelOf(game)), element('p', {}, words)];
}

function middleOf(target: HTMLElement): number {
  const { left, width } = target.getBoundingClientRect();
  return left + width / 2;
}
