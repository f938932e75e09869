import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Who asks, for the limits a visitor: the address at the other end of the connection. Behind a proxy that is the proxy, so
 * `trustProxy` takes what the proxy has appended to X-Forwarded-For; what stands before it visitors may have made up.
 */
export function visitorOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = headers['x-forwarded-for'];
  const last = trustProxy
    ? String(forwarded ?? '')
        .split(',')
        .at(-1)!
        .trim()
    : '';
  return isIP(last) ? last : (socket.remoteAddress ?? '');
}
