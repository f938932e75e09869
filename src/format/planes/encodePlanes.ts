import type { Color } from '../../pieces/army.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { SlabCodes } from '../../table/values.ts';
import { layoutsOf, listedLayoutsOf } from './layout.ts';
import { type Effort, Lesson, planesOfLesson } from './lesson.ts';
import { listValues } from './listedRanks.ts';
import type { ListedEndgame, ListedShape, PlaneEndgame, PlanesShape } from './planeEndgame.ts';
import { packModel } from './planeModel.ts';
import type { PlaneValues } from './planeSources.ts';
import { numbersInTurn } from './planesInTurn.ts';
import { type Extent, extentOf } from './ranks.ts';

/** For trials of layouts, planes of all layouts together; and for the model. */
interface Efforts {
  readonly trial: Effort;
  readonly lesson: Effort;
}

const LARGE: Efforts = {
  trial: { planes: 400, samples: [20_000, 10_000] },
  lesson: { planes: 1500, samples: [300_000, 100_000] },
};
/** Of few planes a model would learn where their fixed pieces stand, but of the hundreds of four men these are enough. */
const SMALL: Efforts = {
  trial: { planes: 50, samples: [4_000, 2_000] },
  lesson: { planes: 350, samples: [200_000, 70_000] },
};
const SMALL_PLACEMENTS = 1 << 24;

/** How the values of a table become bytes. */
export interface PlaneCoding<Shape = PlanesShape> {
  readonly shape: Shape;
  /** As bytes: see {@link packModel}. */
  readonly model: Uint8Array;
}

/**
 * Chooses how a table is coded: the layout by trial, the model by learning. Undefined if its values are not those of the set
 * solver: positions where the rules of chess have none, or none where they have one. `statistics`: of these values, if they are
 * known.
 */
export function choosePlaneCoding(
  endgame: PlaneEndgame,
  codes: readonly [SlabCodes, SlabCodes],
  statistics?: Statistics,
): PlaneCoding | undefined {
  return choose(
    endgame,
    shapesOf(endgame, (first) => extentOf(codes, first, statistics)),
    codes,
  );
}

/** How planes of the endgame may be shaped. `extentOf`: by the side that is coded first. */
export function shapesOf(
  { material, army }: PlaneEndgame,
  extentOf: (first: Color) => Extent,
): PlanesShape[] {
  return layoutsOf(material, army).map((layout) => ({ ...layout, ...extentOf(layout.first) }));
}

/**
 * The same for values in plies. Undefined if no two of the pieces are without a like one.
 */
export function chooseListedCoding(
  endgame: ListedEndgame,
  plies: readonly [Int16Array, Int16Array],
  guarded = true,
): PlaneCoding<ListedShape> | undefined {
  const lists = [listValues(plies[0]).values, listValues(plies[1]).values] as const;
  const shapes = listedLayoutsOf(endgame.material).map((layout): ListedShape => {
    const { first } = layout;
    return { ...layout, guarded, ranks: [lists[first]!, lists[1 - first]!] };
  });
  return choose(endgame, shapes, plies);
}

function choose<Shape extends PlanesShape | ListedShape>(
  endgame: PlaneEndgame | ListedEndgame,
  shapes: readonly Shape[],
  codes: readonly [SlabCodes, SlabCodes],
): PlaneCoding<Shape> | undefined {
  const shape = chooseShape(endgame, shapes, () => codes);
  const model = shape && learnModel(endgame, shape, codes);
  return model && { shape, model };
}

/** The shape by which a trial takes the least bits. Undefined if the values are no table. `valuesOf`: by number of the shape. */
export function chooseShape<Shape extends PlanesShape | ListedShape>(
  endgame: PlaneEndgame | ListedEndgame,
  shapes: readonly Shape[],
  valuesOf: (shape: number) => PlaneValues,
): Shape | undefined {
  if (shapes.length === 1) return shapes[0];
  const effort = effortsOf(endgame, shapes.length).trial;
  let best: { shape: Shape; bits: number } | undefined;
  for (const [i, shape] of shapes.entries()) {
    const lesson = new Lesson(endgame, shape, valuesOf(i), effort);
    if (!lesson.take()) return undefined;
    const bits = lesson.bitsOfPosition();
    if (!best || bits < best.bits) best = { shape, bits };
  }
  return best?.shape;
}

/** Learns the model of a table, as bytes. Undefined if the values are no table. */
export function learnModel(
  endgame: PlaneEndgame | ListedEndgame,
  shape: PlanesShape | ListedShape,
  values: PlaneValues,
): Uint8Array | undefined {
  const lesson = new Lesson(endgame, shape, values, effortsOf(endgame).lesson);
  return lesson.take() ? packModel(lesson.learn()) : undefined;
}

/** By shape, the numbers of the codes that it is tried with, or learnt from: see {@link PlanesInTurn}. */
export function numbersOf(
  endgame: PlaneEndgame,
  shapes: readonly PlanesShape[],
  stage: keyof Efforts,
): Float64Array[] {
  const effort = effortsOf(endgame, shapes.length)[stage];
  return shapes.map((shape) =>
    numbersInTurn(endgame, shape, planesOfLesson(endgame, shape, effort)),
  );
}

/** `shapes`: how many are tried. */
function effortsOf(
  { placements }: Pick<PlaneEndgame | ListedEndgame, 'placements'>,
  shapes = 1,
): Efforts {
  const { trial, lesson } = placements.size < SMALL_PLACEMENTS ? SMALL : LARGE;
  return { trial: { ...trial, planes: Math.ceil(trial.planes / shapes) }, lesson };
}
