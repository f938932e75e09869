import { type Failure, fail, ok, type Result, unwrap } from '../../board/result.ts';
import { type Color, opposite, WHITE } from '../../pieces/army.ts';
import { splitValues } from '../../rules/parameters.ts';
import { parametersOf, valuesOf, withValues } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Proposal, SelectedKind, Selection, Stage } from '../preparation.ts';
import { adviceOn } from './advice.ts';
import { isSymmetric, LETTERS } from './movements.ts';
import { beginPlacement } from './placement.ts';

/**
 * The players agree how the pieces of Hutnik's Meta Chess move. White proposes first; who has had a proposal refused
 * proposes again; a decision passes the turn to propose. `rules`: the game with its options, whose movements count for
 * nothing.
 */
export function beginSelection(rules: RuleSet): Selection {
  const overrules = Number(valuesOf(rules).get('overrules'));
  return new HutnikSelection({
    game: gameWith(
      rules,
      LETTERS.map((letter) => [letter, letter]),
    ),
    decided: new Map(),
    proposer: WHITE,
    pending: undefined,
    overrules: [overrules, overrules],
    refused: [],
  });
}

interface State {
  /** With its options. */
  readonly game: RuleSet;
  /** By letter. */
  readonly decided: ReadonlyMap<string, string>;
  readonly proposer: Color;
  readonly pending: Pending | undefined;
  readonly overrules: readonly [number, number];
  /** Steps that may not be taken again before the next decision, or those that begin with `agree` the next overrule. */
  readonly refused: readonly string[];
}

interface Pending extends Proposal {
  /** What was proposed, in normal form. */
  readonly step: string;
}

type Movements = Proposal['movements'];

class HutnikSelection implements Selection {
  readonly phase = 'selection';
  readonly rules: RuleSet;
  readonly kinds: readonly SelectedKind[];
  private readonly state: State;

  constructor(state: State) {
    this.state = state;
    this.rules = gameWith(state.game, state.decided);
    this.kinds = this.rules.army.flatMap(({ letter, name }) =>
      LETTERS.includes(letter) ? { letter, name, movement: state.decided.get(letter) } : [],
    );
  }

  get turn(): Color {
    const { pending, proposer } = this.state;
    return pending ? opposite(proposer) : proposer;
  }

  get proposal(): Proposal | undefined {
    return this.state.pending;
  }

  get overrules(): readonly [number, number] {
    return this.state.overrules;
  }

  warnings(letter: string, movement: string): readonly string[] {
    const checked = this.check(letter, movement);
    return checked.ok ? adviceOn(this.kinds, letter, checked.value) : [];
  }

  check(letter: string, movement: string): Result<string> {
    const parameter = parametersOf(this.rules).find(({ key }) => key === letter);
    if (!parameter || !this.undecided.includes(letter)) return this.notUndecided(letter);
    const normal = parameter.normalise(movement);
    if (!normal.ok) return normal;
    const step = `propose ${letter}=${normal.value}`;
    return this.state.refused.includes(step) ? justRefused(step) : normal;
  }

  take(step: string): Result<Stage> {
    const [, word, rest] = /^(\w+)(?: (.*))?$/s.exec(step) ?? [];
    switch (word) {
      case 'propose':
      case 'agree':
        if (rest === undefined) break;
        if (this.state.pending) return fail('step', `first answer ${this.answers}`, step);
        return word === 'propose' ? this.propose(rest) : this.agree(rest);
      case 'accept':
      case 'overrule':
      case 'decline':
        if (rest === undefined) return this.answer(word);
    }
    const steps = this.state.pending ? `answer ${this.answers}` : this.examples;
    return fail('step', `'${step}' is no step here: ${steps}`, step);
  }

  private propose(text: string): Result<Stage> {
    const read = this.read(text);
    if (!read.ok) return read;
    const [letter, movement] = read.value;
    const movements = new Map([[letter, movement]]);
    return this.put('propose', movements, isSymmetric(movement) ? 'overrule' : 'decline');
  }

  private agree(text: string): Result<Stage> {
    const movements = new Map<string, string>();
    for (const part of splitValues(text)) {
      const read = this.read(part);
      if (!read.ok) return read;
      const [letter, movement] = read.value;
      if (movements.has(letter)) return fail('step', `${letter} is named twice`, text);
      movements.set(letter, movement);
    }
    if (movements.size < this.undecided.length) {
      const all = this.undecided.join(', ');
      return fail('step', `to agree, name a movement of each of ${all}`, text);
    }
    const inOrder = new Map(this.undecided.map((letter) => [letter, movements.get(letter)!]));
    return this.put('agree', inOrder, 'decline');
  }

  /** `R=RN` as its letter and the normal form of its movement. */
  private read(text: string): Result<readonly [string, string]> {
    const [, letter, movement] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (letter === undefined || movement === undefined) {
      return fail('step', `a proposal is written like R=RN, not '${text}'`, text);
    }
    const normal = this.check(letter, movement);
    return normal.ok ? ok([letter, normal.value]) : normal;
  }

  /** Puts a proposal to the opponent, or decides if it cannot be refused. */
  private put(
    word: 'propose' | 'agree',
    movements: Movements,
    refusal: Proposal['refusal'],
  ): Result<Stage> {
    const { proposer, overrules, refused } = this.state;
    const step = `${word} ${textOf(movements)}`;
    if (refused.includes(step)) return justRefused(step);
    if (refusal === 'overrule' && overrules[opposite(proposer)] === 0) {
      return this.decide(movements);
    }
    const pending = { by: proposer, movements, refusal, step };
    return ok(new HutnikSelection({ ...this.state, pending }));
  }

  private answer(word: 'accept' | Proposal['refusal']): Result<Stage> {
    const { pending, overrules, proposer, refused } = this.state;
    if (!pending) return this.nothingToAnswer(word);
    if (word === 'accept') return this.decide(pending.movements);
    if (word !== pending.refusal) return fail('step', `answer ${this.answers}`, word);
    const known =
      word === 'decline' ? refused : refused.filter((step) => !step.startsWith('agree'));
    const [white, black] = overrules;
    const left: State['overrules'] = proposer === WHITE ? [white, black - 1] : [white - 1, black];
    return ok(
      new HutnikSelection({
        ...this.state,
        pending: undefined,
        overrules: word === 'decline' ? overrules : left,
        refused: [...known, pending.step],
      }),
    );
  }

  private decide(movements: Movements): Result<Stage> {
    const { game, proposer } = this.state;
    const decided = new Map([...this.state.decided, ...movements]);
    if (decided.size === LETTERS.length) {
      // Nobody overrules any more.
      const usual = parametersOf(game).filter(({ key }) => key === 'overrules');
      const settled = usual.map(({ key, usual }) => [key, usual] as const);
      return ok(beginPlacement(gameWith(game, [...decided, ...settled])));
    }
    return ok(
      new HutnikSelection({
        ...this.state,
        decided,
        proposer: opposite(proposer),
        pending: undefined,
        refused: [],
      }),
    );
  }

  private get undecided(): readonly string[] {
    return LETTERS.filter((letter) => !this.state.decided.has(letter));
  }

  /** What can be answered, and how. */
  private get answers(): string {
    const { step, refusal } = this.state.pending!;
    return `'${step}' with accept or ${refusal}`;
  }

  /** Steps for who has to propose. */
  private get examples(): string {
    const all = this.undecided.map((letter) => `${letter}=${letter}`);
    return `propose ${all[0]}, or for all that is undecided agree ${all.join(',')}`;
  }

  private notUndecided(letter: string): Result<never> {
    const movement = this.state.decided.get(letter);
    const why = movement
      ? `${letter}=${movement} is decided`
      : `'${letter}' is no kind whose movement is chosen`;
    return fail('step', `${why}: propose one of ${this.undecided.join(', ')}`, letter);
  }

  private nothingToAnswer(word: string): Result<never> {
    const { overrules, proposer } = this.state;
    const spent =
      word === 'overrule' && overrules[opposite(proposer)] === 0
        ? 'no overrules are left, and '
        : '';
    return fail('step', `${spent}there is nothing to answer: ${this.examples}`, word);
  }
}

function gameWith(game: RuleSet, values: Iterable<readonly [string, string]>): RuleSet {
  return unwrap(withValues(game, values));
}

/** `Q=QN,R=R`. */
function textOf(movements: Movements): string {
  return [...movements].map(([letter, movement]) => `${letter}=${movement}`).join(',');
}

function justRefused(step: string): Failure {
  return fail('step', `'${step}' was just refused: propose something else`, step);
}
