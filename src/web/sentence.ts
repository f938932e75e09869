/** With a capital first and a full stop: a problem's message as a sentence. */
export function sentence(text: string): string {
  return `${upperFirst(text)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
