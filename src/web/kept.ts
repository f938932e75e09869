/** Small texts in the browser's storage. If that is full or forbidden, they last as long as the page. */

/** What the storage has not taken: newer than what it has. */
const remembered = new Map<string, string>();

export function readKept(key: string): string | undefined {
  try {
    return remembered.get(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return remembered.get(key);
  }
}

/** `undefined` removes the key. */
export function keep(key: string, text: string | undefined): void {
  remembered.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Full, or forbidden.
    if (text !== undefined) remembered.set(key, text);
  }
}

/** The keys that begin with `prefix`. */
export function keptKeys(prefix: string): readonly string[] {
  const keys = new Set(remembered.keys());
  try {
    for (const key of Object.keys(localStorage)) keys.add(key);
  } catch {
    // Forbidden.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}
