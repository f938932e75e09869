import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { BLACK, type Color, WHITE } from '../../src/pieces/army.ts';
import { isSymmetric, LETTERS } from '../../src/play/hutnik/movements.ts';
import type { Selection, Stage } from '../../src/play/preparation.ts';
import { begin, stageAfter, went } from './selections.ts';

const decided = ({ kinds }: Selection) =>
  Object.fromEntries(
    kinds.flatMap(({ letter, movement }) => (movement ? [[letter, movement]] : [])),
  );

describe('kinds and turns', () => {
  test('queen, rook, bishop and knight are to be decided, king and pawn are not', () => {
    expect(begin().kinds).toEqual([
      { letter: 'Q', name: 'queen', movement: undefined },
      { letter: 'R', name: 'rook', movement: undefined },
      { letter: 'B', name: 'bishop', movement: undefined },
      { letter: 'N', name: 'knight', movement: undefined },
    ]);
    for (const letter of ['K', 'P']) {
      expect(begin().take(`propose ${letter}=Q`)).toMatchObject({ problem: { code: 'step' } });
    }
  });

  test('White proposes first, any kind, and the opponent answers', () => {
    expect(begin().turn).toBe(WHITE);
    expect(begin().proposal).toBeUndefined();
    const waiting = went(begin(), 'propose N=NA');
    expect(waiting.turn).toBe(BLACK);
    expect(waiting.proposal).toMatchObject({ by: WHITE, refusal: 'overrule' });
    expect(waiting.proposal?.movements).toEqual(new Map([['N', 'NA']]));
  });

  test('an accepted movement decides the kind, and the turn passes', () => {
    const next = went(begin(), 'propose R=RN', 'accept');
    expect(decided(next)).toEqual({ R: 'RN' });
    expect(next.turn).toBe(BLACK);
    expect(next.proposal).toBeUndefined();
    expect(went(next, 'propose Q=Q', 'accept').turn).toBe(WHITE);
  });

  test('White decides two kinds, Black two', () => {
    const by: (Color | undefined)[] = [];
    let stage: Stage = begin();
    for (const letter of LETTERS) {
      const waiting = went(stage as Selection, `propose ${letter}=${letter}`);
      by.push(waiting.proposal?.by);
      stage = unwrap(waiting.take('accept'));
    }
    expect(by).toEqual([WHITE, BLACK, WHITE, BLACK]);
    expect(stage.phase).toBe('placement');
  });

  test('a movement belongs to the kind, so to the pieces of both players', () => {
    const { rules } = went(begin(), 'propose N=NA', 'accept');
    expect(rules.name).toBe('hutnik:N=NA');
  });

  test('after four decisions the game has these movements and its options', () => {
    const steps = ['Q=QN', 'R=W0', 'B=FA', 'N=(4,1)'].flatMap((each) => [
      `propose ${each}`,
      'accept',
    ]);
    const done = stageAfter(begin('overrules=2,reach=king,promote=RP'), ...steps);
    expect(done.phase).toBe('placement');
    expect(done.rules.name).toBe('hutnik:Q=QN,B=FA,N=(4,1),promote=RP,reach=king');
  });

  test('taking a step changes nothing in the stage before', () => {
    const stage = begin();
    went(stage, 'propose R=RN', 'overrule');
    expect(stage.overrules).toEqual([3, 3]);
    expect(stage.take('propose R=RN').ok).toBe(true);
  });
});

describe('overruling', () => {
  test('each player has three, or as many as the game says', () => {
    expect(begin().overrules).toEqual([3, 3]);
    expect(begin('overrules=0').overrules).toEqual([0, 0]);
    expect(begin('overrules=99').overrules).toEqual([99, 99]);
  });

  test('costs one of the own, and the same player proposes again, any undecided kind', () => {
    const next = went(begin(), 'propose R=RN', 'overrule');
    expect(next.overrules).toEqual([3, 2]);
    expect(next.turn).toBe(WHITE);
    expect(next.proposal).toBeUndefined();
    expect(decided(next)).toEqual({});
    expect(next.take('propose R=RF').ok).toBe(true);
    expect(next.take('propose B=RN').ok).toBe(true);
    const black = went(next, 'propose R=R', 'accept', 'propose Q=QN', 'overrule');
    expect(black.overrules).toEqual([2, 2]);
    expect(black.turn).toBe(BLACK);
  });

  test('the number is for the whole phase', () => {
    const next = went(
      begin('overrules=1'),
      ...['propose R=RN', 'overrule', 'propose R=R', 'propose Q=Q', 'accept'],
    );
    expect(next.overrules).toEqual([1, 0]);
    expect(decided(went(next, 'propose B=BN'))).toEqual({ R: 'R', Q: 'Q', B: 'BN' });
  });

  test.each(['R=RN', 'R=NR', 'R=W0N'])('%s may not be proposed again at once', (same) => {
    const next = went(begin(), 'propose R=RN', 'overrule');
    expect(next.take(`propose ${same}`)).toMatchObject({ ok: false, problem: { code: 'step' } });
  });

  test('not even if no overrules are left, nor after another one', () => {
    const spent = went(begin('overrules=1'), 'propose R=RN', 'overrule');
    expect(spent.take('propose R=RN').ok).toBe(false);
    const twice = went(begin(), 'propose R=RN', 'overrule', 'propose R=RF', 'overrule');
    expect(twice.take('propose R=RN').ok).toBe(false);
  });

  test('after a decision it may be proposed again', () => {
    const next = went(begin(), 'propose R=RN', 'overrule', 'propose Q=Q', 'accept');
    expect(next.take('propose R=RN').ok).toBe(true);
  });

  test('without overrules left every proposal stands at once', () => {
    const next = went(begin('overrules=0'), 'propose R=RN');
    expect(decided(next)).toEqual({ R: 'RN' });
    expect(next.turn).toBe(BLACK);
    const done = stageAfter(next, 'propose Q=Q', 'propose B=B', 'propose N=N');
    expect(done.phase).toBe('placement');
  });
});

describe('a movement that is not symmetric left and right', () => {
  test.each([
    ['lfN', false],
    ['lW', false],
    ['hlN', false],
    ['fN', true],
    ['sW', true],
    ['t[FR]', true],
    ['lfNrfN', true],
  ])('%s: symmetric %s', (movement, symmetric) => {
    expect(isSymmetric(movement)).toBe(symmetric);
  });

  test('needs both players, even without overrules', () => {
    for (const options of ['', 'overrules=0']) {
      const waiting = went(begin(options), 'propose N=lfNbN');
      expect(waiting.turn).toBe(BLACK);
      expect(waiting.proposal?.refusal).toBe('decline');
      expect(decided(went(waiting, 'accept'))).toEqual({ N: 'lfbN' });
    }
  });

  test('is declined at no cost, and not overruled', () => {
    const waiting = went(begin(), 'propose N=lfNbN');
    expect(waiting.take('overrule')).toMatchObject({ problem: { code: 'step' } });
    const next = went(waiting, 'decline');
    expect(next.overrules).toEqual([3, 3]);
    expect(next.turn).toBe(WHITE);
    expect(next.take('propose N=lfNbN').ok).toBe(false);
    expect(next.take('propose N=N').ok).toBe(true);
  });
});

describe('by agreement', () => {
  const all = 'agree N=N,Q=QN,R=R(4,1),B=B';

  test('all are decided at once if the opponent accepts', () => {
    const waiting = went(begin('overrules=0'), all);
    expect(waiting.turn).toBe(BLACK);
    expect(waiting.proposal?.refusal).toBe('decline');
    expect([...waiting.proposal!.movements]).toEqual([
      ['Q', 'QN'],
      ['R', 'R(4,1)'],
      ['B', 'B'],
      ['N', 'N'],
    ]);
    const done = stageAfter(waiting, 'accept');
    expect(done.phase).toBe('placement');
    expect(done.rules.name).toBe('hutnik:Q=QN,R=R(4,1)');
  });

  test('declining costs nothing, and the same player goes on', () => {
    const next = went(begin(), all, 'decline');
    expect(next.overrules).toEqual([3, 3]);
    expect(next.turn).toBe(WHITE);
    expect(next.take('propose R=RN').ok).toBe(true);
    expect(went(begin(), all).take('overrule').ok).toBe(false);
  });

  test('the same again only after an overrule', () => {
    const next = went(begin(), all, 'decline');
    expect(next.take('agree Q=QN,R=R(4,1),B=B,N=N')).toMatchObject({ problem: { code: 'step' } });
    expect(next.take('agree Q=Q,R=R,B=B,N=N').ok).toBe(true);
    const declinedTwice = went(next, 'agree Q=Q,R=R,B=B,N=N', 'decline');
    expect(declinedTwice.take(all).ok).toBe(false);
    expect(went(next, 'propose R=RN', 'overrule').take(all).ok).toBe(true);
  });

  test('or after a decision', () => {
    const one = went(begin(), ...['Q', 'R', 'B'].flatMap((x) => [`propose ${x}=${x}`, 'accept']));
    const next = went(one, 'agree N=NA', 'decline');
    expect(next.take('agree N=NA').ok).toBe(false);
    expect(stageAfter(next, 'propose N=N', 'accept').phase).toBe('placement');
    const three = went(begin(), 'propose Q=Q', 'accept', 'agree R=R,B=B,N=N', 'decline');
    expect(went(three, 'propose R=R', 'accept').take('agree B=B,N=N').ok).toBe(true);
  });

  test.each([
    ['agree Q=Q,R=R,B=B', /each of Q, R, B, N/],
    ['agree Q=Q,R=R,B=B,B=B', /B is named twice/],
    ['agree Q=Q,R=R,B=B,N=N,K=K', /'K' is no kind/],
    ['agree Q=Q,R=R,B=B,N', /like R=RN, not 'N'/],
  ])('%s is refused', (step, message) => {
    expect(begin().take(step)).toMatchObject({
      ok: false,
      problem: { message: expect.stringMatching(message) },
    });
  });

  test('what is decided is no part of it', () => {
    const next = went(begin(), 'propose R=RN', 'accept');
    expect(next.take(all).ok).toBe(false);
    const done = stageAfter(next, 'agree Q=Q,B=B,N=N', 'accept');
    expect(done.rules.name).toBe('hutnik:R=RN');
  });
});

describe('steps that are refused', () => {
  const waiting = went(begin(), 'propose R=RN');
  const decidedR = went(begin(), 'propose R=RN', 'accept');

  test.each<[string, Selection, string, RegExp]>([
    ['unknown', begin(), 'pass', /'pass' is no step here: propose Q=Q/],
    ['empty', begin(), '', /no step here/],
    ['without a proposal', begin(), 'propose', /no step here/],
    ['with too much', waiting, 'accept R', /no step here: answer 'propose R=RN'/],
    ['without a movement', begin(), 'propose R', /like R=RN, not 'R'/],
    ['of a decided kind', decidedR, 'propose R=R', /R=RN is decided: propose one of Q, B, N/],
    ['of no kind', begin(), 'propose X=R', /'X' is no kind/],
    ['accepting nothing', begin(), 'accept', /nothing to answer: propose Q=Q/],
    ['declining nothing', begin(), 'decline', /nothing to answer/],
    ['overruling without any left', begin('overrules=0'), 'overrule', /no overrules are left/],
    [
      'proposing before answering',
      waiting,
      'propose Q=Q',
      /'propose R=RN' with accept or overrule/,
    ],
    ['agreeing before answering', waiting, 'agree Q=Q,R=R,B=B,N=N', /accept or overrule/],
    ['declining what is overruled', waiting, 'decline', /accept or overrule/],
  ])('%s', (_, stage, step, message) => {
    expect(stage.take(step)).toMatchObject({
      ok: false,
      problem: { code: 'step', message: expect.stringMatching(message) },
    });
  });
});
