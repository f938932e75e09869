import { isIP } from 'node:net';

/** `example.org:8080`, `[::1]:80`. */
const hostHeader = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{0,5})?$/;
const hostName = /^(?!-)[a-z0-9-]{1,63}(?:\.(?!-)[a-z0-9-]{1,63})*$/;

/**
 * Returns a test of whether a `Host` header names this server. If another site's name is made to resolve to our address
 * (DNS rebinding), browsers take that site's pages for ours; only the name in `Host` reveals it. Accepts all numeric
 * addresses, which cannot be rebound, `localhost`, which browsers resolve themselves (RFC 6761, 6.3), and a missing
 * header, which no browser sends.
 */
export function knownHosts(names: readonly string[]): (host: string | undefined) => boolean {
  const known = new Set(names.map(canonical));
  return (host) => {
    if (host === undefined) return true;
    const [, address, name] = hostHeader.exec(host) ?? [];
    if (address !== undefined) return isIP(address) === 6;
    if (name === undefined) return false;
    const plain = canonical(name);
    return isIP(plain) === 4 || /(^|\.)localhost$/.test(plain) || known.has(plain);
  };
}

/** Is this a name for `--name`: `chess.example.org`, without a scheme or a port? */
export function isHostName(name: string): boolean {
  return name.length <= 253 && hostName.test(canonical(name));
}

function canonical(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
