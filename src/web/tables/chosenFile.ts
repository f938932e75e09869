import { fail, ok, type Result } from '../../board/result.ts';
import { checkNativeStart } from '../../format/mtb/native.ts';
import type { Header } from '../../format/mtb/nativeHeader.ts';
import { parseStart } from '../../format/mtb/startParts.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { parseMaterial } from '../../table/material.ts';
import { catalog, findGame } from '../games/catalog.ts';
import { blobFile } from './blobFile.ts';
import { MOST_START, tablesOf } from './pageTables.ts';

/** The table that a visitor's file holds. */
export interface ChosenTable {
  readonly rules: RuleSet;
  readonly table: string;
}

/** The code of the problem that the page does not know a file's game. */
export const UNKNOWN_GAME = 'unknown-game';

/**
 * Adds a file to the tables of its game, which its header names. `shown`: the game whose page is open, which may be
 * listed nowhere. Errors: {@link UNKNOWN_GAME}, `read`, those of the start of a native file.
 */
export async function takeFile(file: Blob, shown: RuleSet): Promise<Result<ChosenTable>> {
  const opened = await blobFile(file);
  if (!opened.ok) return opened;
  const bytes = await opened.value.read({ from: 0, bytes: MOST_START });
  if (!bytes.ok) return bytes;
  const start = parseStart(bytes.value);
  if (!start.ok) return start;
  const { header } = start.value;
  const rules = gameOfFile(header, shown);
  if (!rules.ok) return rules;
  const named = parseMaterial(header.table, rules.value);
  if (!named.ok) return named;
  const { material } = named.value;
  const checked = checkNativeStart(bytes.value, file.size, endgameOf(rules.value, material));
  if (!checked.ok) return checked;
  await tablesOf(rules.value).add(new Map([[material.name, file]]));
  return ok({ rules: rules.value, table: material.name });
}

function gameOfFile({ rules: name, fingerprint }: Header, shown: RuleSet): Result<RuleSet> {
  const found = findGame(name);
  const known = [shown, ...(found.ok ? [found.value] : []), ...catalog().map(({ rules }) => rules)];
  const named = known.filter(({ tables }) => tables === name);
  const fits = named.find((rules) => rules.fingerprint === fingerprint);
  if (fits) return ok(fits);
  const what = `it is a table of the game '${name}'`;
  const why =
    named.length > 0
      ? `${what} with other rules than those that this page knows by that name`
      : `${what}, which this page does not know`;
  return fail(UNKNOWN_GAME, `${why}: bring the game's variants.ini first`, name);
}
