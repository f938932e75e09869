/** The box to which a key leads from another one, as they are on the screen; undefined for other keys and at the edge. */
export function nextBox<T extends Element>(
  boxes: readonly T[],
  from: Element,
  key: string,
): T | undefined {
  if (key === 'Home') return boxes[0];
  if (key === 'End') return boxes.at(-1);
  const direction = directions[key];
  if (!direction) return undefined;
  const here = middleOf(from);
  let [best, least]: [T | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const box of boxes) {
    const there = middleOf(box);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const ahead = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    // A pixel: rounding does not make a neighbour of the box itself.
    if (ahead <= 1) continue;
    const far = ahead + ASIDE * aside;
    if (far < least) [best, least] = [box, far];
  }
  return best;
}

/** What is beside the way counts so much more than what is on it. */
const ASIDE = 3;

const directions: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function middleOf(box: Element): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = box.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
