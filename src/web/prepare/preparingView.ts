import { opposite, WHITE } from '../../pieces/army.ts';
import { Course } from '../../play/course.ts';
import type { Game } from '../../play/game.ts';
import { Game as GameInPlay } from '../../play/game.ts';
import { GameTree } from '../../play/gameTree.ts';
import { preparationTags } from '../../play/preparationTag.ts';
import { sideName } from '../../play/words.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { chooseStep } from '../../search/preparing.ts';
import { gameAgainst } from '../computer/againstComputer.ts';
import { nameOf, opponentOf } from '../computer/opponent.ts';
import { makeSetup } from '../computer/setup.ts';
import { button, element } from '../dom.ts';
import { dateTag } from '../games/dateTag.ts';
import { makeOptions } from '../games/options.ts';
import { makeGameRules } from '../live/gameRules.ts';
import { ownName } from '../live/ownName.ts';
import { openAnalysis } from '../play/analysis.ts';
import { inviteHash } from '../route.ts';
import { sentence } from '../sentence.ts';
import { beginPreparing, keepPreparing, keptPreparing, type Preparing } from './keptPreparing.ts';
import { PreparingPanel } from './panel.ts';
import { historyOf, lastUndecided } from './preparing.ts';

/** The computer takes at least so long for a step, in milliseconds: players should see what happens. */
const LEAST_MS = 400;

/** What comes before the first move, on this device: both sides, or one against the computer. Then the board opens. */
export class PreparingView {
  readonly element = element('div', { class: 'preparing-view' });
  readonly title: string;
  private readonly panel = new PreparingPanel({ onStep: (step) => this.take(step) });
  private readonly players = element('p', { class: 'lead' });
  private readonly setup = element('div', {});
  private readonly undo = button('Undo', () => this.takeBack());
  private readonly again = button('Start again', () => this.begin(this.current.opponent));
  private readonly against = button('Against the computer', () => this.toggleSetup(), {
    'aria-expanded': 'false',
  });
  private readonly rules: RuleSet | undefined;
  private current!: Preparing;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `name`: of the game. */
  constructor(name: string) {
    const found = findRuleSet(name);
    const rules = found.ok && found.value.variant.preparation ? found.value : undefined;
    this.rules = rules;
    this.title = rules?.title ?? 'No such game';
    if (!rules) {
      const why = found.ok
        ? `${found.value.title} begins without preparations.`
        : sentence(found.problem.message);
      this.element.append(
        element('p', { class: 'problem', role: 'alert' }, why),
        element('a', { class: 'button', href: '#games' }, 'All games'),
      );
      return;
    }
    this.element.append(
      element('h1', {}, rules.title),
      this.players,
      element(
        'div',
        { class: 'buttons' },
        this.undo,
        this.again,
        this.against,
        element('a', { class: 'button', href: inviteHash(name) }, 'Play a friend by link'),
      ),
      this.setup,
      this.panel.element,
      this.makeOptions(rules),
      makeGameRules(rules),
    );
    this.go(keptPreparing(name) ?? { course: Course.begin(rules), opponent: undefined });
  }

  leave(): void {
    clearTimeout(this.timer);
  }

  private begin(opponent: Preparing['opponent']): void {
    this.setup.replaceChildren();
    this.go({ course: Course.begin(this.rules!), opponent });
    this.panel.announce('A new game begins.');
  }

  private take(step: string): void {
    const { course, opponent } = this.current;
    const next = course.follow(step);
    if (next.ok) this.go({ course: next.value, opponent });
    else this.panel.announce(sentence(next.problem.message), 'problem');
  }

  /** One's own last step, and what the computer has answered. */
  private takeBack(): void {
    const { course, opponent } = this.current;
    const mine = ({ by }: { readonly by: number }) => by !== opponent?.color;
    const last = course.steps.findLastIndex(mine);
    if (last >= 0) this.go({ course: course.shortened(last), opponent });
  }

  private go(preparing: Preparing): void {
    clearTimeout(this.timer);
    this.current = preparing;
    const { course, opponent } = preparing;
    if (course.game) {
      this.open(course, course.game);
      return;
    }
    keepPreparing(preparing);
    const lost = course.stage?.phase === 'lost' ? course.stage : undefined;
    const waits = !lost && course.turn === opponent?.color;
    this.show(waits);
    if (lost) this.panel.announce(lost.words);
    else if (waits) this.timer = setTimeout(() => this.answer(), LEAST_MS);
  }

  private answer(): void {
    const { course, opponent } = this.current;
    this.take(chooseStep(lastUndecided(course), opponent!.level, Math.random));
  }

  private show(waits: boolean): void {
    const { course, opponent } = this.current;
    const stage = lastUndecided(course);
    const isOver = course.stage?.phase === 'lost';
    const mine = opponent ? [opposite(opponent.color)] : ([WHITE, 1] as const);
    const names = [WHITE, 1].map((color) =>
      color === opponent?.color ? nameOf(opponent!.level) : sideName(color as 0 | 1),
    );
    this.players.textContent = opponent
      ? `You play ${sideName(opposite(opponent.color))} against the computer, ${opponent.level.name}.`
      : 'Two players on this device.';
    this.undo.disabled = !course.steps.some(({ by }) => by !== opponent?.color);
    this.panel.show(stage, {
      mine: isOver ? [] : mine,
      below: opponent ? opposite(opponent.color) : WHITE,
      names: [names[0]!, names[1]!],
      history: historyOf(course),
      busy: waits,
    });
  }

  /** With other options another game begins. */
  private makeOptions(rules: RuleSet): HTMLElement | string {
    const begin = (chosen: RuleSet) => beginPreparing(chosen, this.current.opponent);
    return makeOptions(rules, begin)?.element ?? '';
  }

  private toggleSetup(): void {
    const isOpen = this.setup.childElementCount > 0;
    const close = () => {
      this.setup.replaceChildren();
      this.against.setAttribute('aria-expanded', 'false');
    };
    if (isOpen) {
      close();
      return;
    }
    const form = makeSetup(GameInPlay.start(this.rules!), {
      onStart: (tree) => {
        close();
        this.begin(opponentOf(tree));
      },
      onCancel: close,
    });
    this.setup.replaceChildren(form);
    this.against.setAttribute('aria-expanded', 'true');
    form.querySelector('h2')?.focus();
  }

  /** All is settled: the game goes to the board. */
  private open(course: Course, game: Game): void {
    const { opponent } = this.current;
    keepPreparing(undefined);
    const occasion = { position: game.position, date: dateTag(Date.now()), name: ownName() };
    const tree = opponent
      ? gameAgainst(opponent, game.rules, occasion)
      : GameTree.start(game.rules, game.position);
    openAnalysis(tree.tagged(new Map([...tree.tags, ...preparationTags(course)])));
  }
}
