import { ok } from '../../../src/board/result.ts';
import type { PieceKind } from '../../../src/pieces/army.ts';
import { Equipment } from '../../../src/pieces/equipment.ts';
import type { Laws } from '../../../src/pieces/laws.ts';
import type { Leg } from '../../../src/pieces/legs.ts';
import { normalised } from '../../../src/pieces/normalForm.ts';
import { endgameOf } from '../../../src/rules/endgame.ts';
import { rulesOf } from '../../../src/rules/rules.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { checkmateOrStalemate, type Variant } from '../../../src/rules/variant.ts';
import { solveReference } from '../../../src/solve/reference/solver.ts';
import { changed } from '../../rules/boxChess.ts';
import type { Solver } from './bothSolvers.ts';

/** Part of a game's rules that a solver could miss. */
export interface Feature {
  readonly name: string;
  isIn(variant: Variant): boolean;
  /** The game without it. */
  without(variant: Variant): Variant;
}

/** A solver that is right but for one thing: it knows nothing of this. */
export function forgetting({ without }: Feature): Solver {
  return {
    check: () => ok(undefined),
    solve(rules, material, tables) {
      const other = rulesOf(without(rules.variant));
      // The index and the plan of tables are not the solver's.
      const { flip, symmetries, isSettled }: RuleSet = rules;
      const { values } = solveReference(
        changed(other, { flip, symmetries, isSettled }),
        material,
        tables,
      );
      return { ...endgameOf(rules, material), values };
    },
  };
}

const omitting = (member: keyof Variant) => (variant: Variant) => {
  const { [member]: _, ...rest } = variant;
  return rest as Variant;
};

const member = (name: keyof Variant): Feature => ({
  name,
  isIn: (variant) => variant[name] !== undefined,
  without: omitting(name),
});

const law = (name: keyof Laws): Feature => ({
  name,
  isIn: ({ equipment }) => equipment.laws[name] !== undefined,
  without: (variant) => {
    const { board, army, laws } = variant.equipment;
    const { [name]: _, ...rest } = laws;
    return { ...variant, equipment: new Equipment(board, army, [], false, rest) };
  },
});

/** Of the pieces, or of those that are pawns. */
const ofKinds = (
  name: string,
  isIn: (kind: PieceKind) => boolean,
  without: (kind: PieceKind) => PieceKind,
): Feature => ({
  name,
  isIn: ({ equipment }) => equipment.army.some(isIn),
  without: (variant) => {
    const { board, army, laws } = variant.equipment;
    const others = army.map((kind) => (isIn(kind) ? without(kind) : kind));
    return { ...variant, equipment: new Equipment(board, others, [], false, laws) };
  },
});

const ofLegs = (
  name: string,
  isIn: (leg: Leg, kind: PieceKind) => boolean,
  without: (leg: Leg) => readonly Leg[],
): Feature =>
  ofKinds(
    name,
    (kind) => kind.movement.some((leg) => isIn(leg, kind)),
    (kind) => ({
      ...kind,
      movement: normalised(
        kind.movement.flatMap((leg) => (isIn(leg, kind) ? without(leg) : [leg])),
      ),
    }),
  );

function withoutMember<K extends keyof PieceKind>(name: K): (kind: PieceKind) => PieceKind {
  return (kind) => {
    const { [name]: _, ...rest } = kind;
    return rest as PieceKind;
  };
}

export const features: readonly Feature[] = [
  member('goal'),
  member('extinction'),
  member('bareRoyalLoses'),
  law('noChecks'),
  law('blast'),
  law('mustCapture'),
  {
    name: 'passing when stuck',
    isIn: ({ stuck }) => stuck === 'pass' || stuck.free === 'pass',
    without: (variant) => ({ ...variant, stuck: checkmateOrStalemate }),
  },
  {
    name: 'stalemate that is won or lost',
    isIn: ({ stuck }) => stuck !== 'pass' && stuck.free !== 'pass' && stuck.free.wdl !== 0,
    without: (variant) => ({ ...variant, stuck: checkmateOrStalemate }),
  },
  ofKinds(
    'royal while it is alone',
    ({ royal }) => typeof royal === 'number',
    withoutMember('royal'),
  ),
  ofKinds('squares that it may enter', ({ enters }) => !!enters, withoutMember('enters')),
  ofKinds('staying unpromoted', ({ mayStay }) => !!mayStay, withoutMember('mayStay')),
  ofKinds(
    'promoting later',
    ({ promotesLater }) => !!promotesLater,
    withoutMember('promotesLater'),
  ),
  ofKinds(
    'other promotions of Black',
    ({ blackPromotions }) => !!blackPromotions,
    withoutMember('blackPromotions'),
  ),
  ofLegs(
    'en passant',
    ({ enPassant, purpose }) => !!enPassant && purpose === 'take',
    () => [],
  ),
  ofLegs(
    'first moves',
    ({ initial }) => !!initial,
    () => [],
  ),
  ofLegs(
    'lame legs',
    ({ lame, initial }) => !!lame && !initial,
    ({ lame: _, ...leg }) => [leg],
  ),
  ofLegs(
    'hops over a piece',
    ({ hop }) => hop === 'over',
    ({ hop: _, ...leg }) => [leg],
  ),
  ofLegs(
    'hops to behind a piece',
    ({ hop }) => hop === 'behind',
    () => [],
  ),
  ofLegs(
    'bent riders',
    ({ onward }) => !!onward,
    () => [],
  ),
  ofLegs(
    'limits of sliders',
    ({ range }) => range > 1 && range < 4,
    (leg) => [{ ...leg, range: 1 }],
  ),
];
