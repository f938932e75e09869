type Child = Node | string | undefined | false;
type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/**
 * An element with attributes, listeners (`onclick`) and children. Strings become text, never HTML: what people type
 * passes through here.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

function setAttribute(target: Element, name: string, value: Attribute): void {
  if (value === undefined || value === false) return;
  if (typeof value === 'function') target.addEventListener(name.slice(2), value);
  else target.setAttribute(name, value === true ? '' : String(value));
}

const SVG = 'http://www.w3.org/2000/svg';

export function svgElement(
  tag: string,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): SVGElement {
  const made = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

export function button(
  label: string,
  onclick: () => void,
  attributes: Readonly<Record<string, Attribute>> = {},
): HTMLButtonElement {
  return element('button', { type: 'button', onclick, ...attributes }, label);
}

/** A disabled button loses the focus; one with `aria-disabled` keeps it. */
export function setDisabled(target: HTMLButtonElement, disabled: boolean): void {
  if (disabled) target.setAttribute('aria-disabled', 'true');
  else target.removeAttribute('aria-disabled');
}

let labels = 0;

/** A name for an element that no other has, for labels and descriptions. */
export function uniqueId(prefix: string): string {
  labels += 1;
  return `${prefix}-${labels}`;
}

/** Replaces an element's content; focus inside it moves to its heading. */
export function refill(target: HTMLElement, ...children: readonly Child[]): void {
  const focused = target.contains(document.activeElement);
  target.replaceChildren(...children.filter((child) => child !== undefined && child !== false));
  if (focused) target.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
}
