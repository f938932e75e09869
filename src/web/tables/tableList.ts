/** The folder of tables, relative to the page. */
export const TABLES = 'tables';

/** A table on the server. */
export interface ListedTable {
  readonly table: string;
  readonly bytes: number;
}

/** How long a list is believed, in milliseconds: tables may be generated while the page is open. */
const BELIEVED_MS = 30_000;

let latest: { readonly at: number; readonly lists: Promise<unknown> } | undefined;

/**
 * The server's tables of a rule set; undefined without a list, as from plain files. A page that knows the list need not
 * ask for files that are not there, which browsers would log as errors.
 */
export async function listedTables(rules: string): Promise<readonly ListedTable[] | undefined> {
  if (!latest || performance.now() - latest.at > BELIEVED_MS) {
    latest = { at: performance.now(), lists: fetchLists() };
  }
  const lists = await latest.lists;
  const list: unknown = isRecord(lists) ? lists[rules] : undefined;
  return Array.isArray(list) ? list.filter(isListed) : undefined;
}

async function fetchLists(): Promise<unknown> {
  try {
    const response = await fetch(new URL(TABLES, document.baseURI));
    return response.ok ? await response.json() : undefined;
  } catch {
    // No network, or a page in place of a list.
    return undefined;
  }
}

function isListed(entry: unknown): entry is ListedTable {
  return isRecord(entry) && typeof entry.table === 'string' && typeof entry.bytes === 'number';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
