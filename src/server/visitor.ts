import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Identifies a visitor for its limits: by the address at the other end of the connection. Behind a proxy that is the
 * proxy's, so `trustProxy` takes the last address of X-Forwarded-For, which the proxy has appended; visitors can forge
 * those before it.
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
