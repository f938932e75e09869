import { fail, ok, type Result } from '../board/result.ts';

/** Where a queue is. */
export interface QueueAddress {
  /** With user and password, if it has any. */
  readonly url: string;
  /** As people may read it: without. */
  readonly name: string;
  readonly hasPassword: boolean;
}

/** Reads `redis://HOST`, `rediss://HOST:6380/2`. Errors: `queue-address`. */
export function parseQueueAddress(text: string): Result<QueueAddress> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const right = 'it should be like redis://localhost:6379, or rediss:// for TLS';
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '') {
    return fail('queue-address', `'${withoutSecret(text)}' is no address of a queue: ${right}`);
  }
  if (!/^\/?\d{0,4}$/.test(url.pathname) || url.search !== '' || url.hash !== '') {
    const found = `'${withoutSecret(text)}' has more than a host, a port and the number of a database`;
    return fail('queue-address', `${found}: ${right}`);
  }
  const port = url.port || '6379';
  const database = url.pathname.replace(/^\/$/, '');
  return ok({
    url: url.href,
    name: `${url.protocol}//${url.hostname}:${port}${database}`,
    hasPassword: url.username !== '' || url.password !== '',
  });
}

/** Leaves out what stands before an `@`. */
function withoutSecret(text: string): string {
  return text.replace(/\/\/.*@/, '//');
}
