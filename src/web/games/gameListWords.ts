import { levelOfName } from '../computer/opponent.ts';
import { type DeviceGame, MOST_GAMES, type Players } from './deviceGames.ts';
import type { ReadGames } from './gameFile.ts';

/** What a list says of a game: `Metachess · White against the computer (hard) · 12 moves · 1-0 · 14:05`. */
export function gameWords({ title, players, plies, result, changed }: DeviceGame): string {
  const moves = Math.ceil(plies / 2);
  const facts = [
    title,
    players && playersWords(players),
    `${moves} ${moves === 1 ? 'move' : 'moves'}`,
    result === '*' ? '' : result,
    when(changed),
  ];
  // No line begins with a dot.
  return facts.filter((fact) => fact).join('\u00a0· ');
}

/** Empty if the players are not known. */
function playersWords([white, black]: Players): string {
  const [whiteLevel, blackLevel] = [white, black].map(levelOfName);
  if (blackLevel && !whiteLevel) return `White against the computer (${blackLevel.name})`;
  if (whiteLevel && !blackLevel) return `Black against the computer (${whiteLevel.name})`;
  return white || black ? `${white || '?'} – ${black || '?'}` : '';
}

/** `14:05` of today, `3 May` of another day. */
function when(changed: number): string {
  const date = new Date(changed);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}

/** What came of reading a file, in sentences. */
export function readWords(file: string, { added, known, problems, isCut }: ReadGames): string {
  const [first, ...more] = problems;
  const others = more.length === 0 ? '' : ` (and ${more.length} more that cannot be read)`;
  return [
    `${file}: ${gamesCount(added)} added to the list.`,
    known > 0 && `${gamesCount(known)} ${known === 1 ? 'was' : 'were'} there already.`,
    isCut && `The list holds ${MOST_GAMES} games: the rest is left out.`,
    first && `Not read: ${first}${others}.`,
  ]
    .filter((each) => each)
    .join(' ');
}

function gamesCount(number: number): string {
  return number === 1 ? '1 game' : `${number} games`;
}
