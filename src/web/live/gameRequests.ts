import { fail, ok, type Result } from '../../board/result.ts';
import type { CreatedGame, GameSummary, NewGame } from '../../server/protocol.ts';

/** Could this be the id of a game, or has its link been cut off? */
export function isGameId(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}

/** Errors: `network`, `no-server`, and those of the server. */
export function createGame(game: NewGame): Promise<Result<CreatedGame>> {
  return request('games', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(game),
  });
}

/** How a game stands. Errors: `network`, `no-server`, and those of the server, `no-game` above all. */
export function fetchSummary(id: string): Promise<Result<GameSummary>> {
  return request(`games/${id}`, { cache: 'no-store' });
}

async function request<T>(path: string, options: RequestInit): Promise<Result<T>> {
  try {
    const response = await fetch(new URL(path, document.baseURI), options);
    if (response.ok) return ok((await response.json()) as T);
    const refused = (await response.json().catch(() => ({}))) as {
      readonly error?: { readonly code?: string; readonly message?: string };
    };
    const { code, message } = refused.error ?? {};
    if (code === undefined || message === undefined || code === 'not-found') {
      return fail('no-server', 'this site has no server for games by link');
    }
    return fail(code, message);
  } catch {
    return fail('network', 'the server cannot be reached: games by link need one');
  }
}
