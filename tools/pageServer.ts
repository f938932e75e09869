import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
/** What makes a page cross-origin isolated, so that it may share memory and its clock is not coarse. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Serves a folder that has a page.html on loopback. Returns the page's address. */
export async function servePage(folder: string, isolated: boolean) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    try {
      const bytes = await readFile(join(folder, pathname));
      const type = types[extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, ...(isolated ? isolation : {}) });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/page.html`,
    close: () => {
      const closed = new Promise((resolve) => server.close(resolve));
      // A browser connects ahead of its requests, and a connection without one does not count as idle.
      server.closeAllConnections();
      return closed;
    },
  };
}
