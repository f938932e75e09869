import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type {
  ClientMessage,
  CreatedGame,
  GameSnapshot,
  Refused,
  ServerMessage,
} from '../../src/server/protocol.ts';
import { hasBrowser } from '../browser/browser.ts';
import { Site } from './site.ts';

/** The outcome of a conversation over a WebSocket. */
interface Talked {
  readonly opened: boolean;
  readonly received: readonly ServerMessage[];
  /** The code with which the server closed it; undefined if it was still open in the end. */
  readonly code?: number;
}

describe.skipIf(!hasBrowser())('a script in a browser, with a WebSocket of its own,', () => {
  let site: Site;
  /** A page of another site, which lets everything in. */
  const elsewhere = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>x</title>');
  });
  beforeAll(async () => {
    site = await Site.open();
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => site.leave());
  afterAll(async () => {
    await site?.close();
    elsewhere.close();
  });

  const addressOf = (id: string) => `${site.url.replace('http', 'ws')}/games/${id}/socket`;

  /** Opens a connection, sends `messages` and receives until a message of type `until`, or the end. */
  function talk(
    page: Page,
    id: string,
    messages: readonly (ClientMessage | string)[],
    until: ServerMessage['type'],
  ): Promise<Talked> {
    const texts = messages.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    return page.evaluate(
      ([address, texts, until]) =>
        new Promise<Talked>((resolve) => {
          const received: ServerMessage[] = [];
          let opened = false;
          const socket = new WebSocket(address);
          socket.onopen = () => {
            opened = true;
            for (const text of texts) socket.send(text);
          };
          socket.onmessage = ({ data }: MessageEvent<string>) => {
            received.push(JSON.parse(data) as ServerMessage);
            if (received.at(-1)!.type !== until) return;
            socket.onclose = null;
            socket.close();
            resolve({ opened, received });
          };
          socket.onclose = ({ code }) => resolve({ opened, received, code });
        }),
      [addressOf(id), texts, until] as const,
    );
  }

  const begin = (page: Page) =>
    page.evaluate(async (url) => {
      const asked = await fetch(`${url}/games`, { method: 'POST', body: '{"color":"white"}' });
      return (await asked.json()) as CreatedGame;
    }, site.url);

  const gameOf = ({ received }: Talked) =>
    received.find(({ type }) => type === 'game') as GameSnapshot;
  const refusalOf = ({ received }: Talked) =>
    (received.find(({ type }) => type === 'error') as Refused | undefined)?.code;

  test('makes no move that is illegal, out of turn or of another’s seat', async () => {
    const page = await site.visit();
    const { id, seat } = await begin(page);
    const white = { type: 'join', seat } as const;
    const sat = await talk(
      page,
      id,
      [
        { type: 'join', play: true },
        { type: 'ping', sent: 1 },
      ],
      'pong',
    );
    const black = { type: 'join', seat: gameOf(sat).you.seat! } as const;
    const move = (ply: number, uci: string) => ({ type: 'move', ply, uci }) as const;
    for (const [messages, code] of [
      [[white, move(0, 'e2e5')], 'illegal'],
      [[white, move(0, 'e7e5')], 'illegal'],
      [[white, move(1, 'e2e4')], 'ply'],
      [[black, move(0, 'e7e5')], 'turn'],
      [[black, move(0, 'e2e4')], 'turn'],
      [[{ type: 'join' }, move(0, 'e2e4')], 'onlooker'],
      [[{ type: 'join', play: true }, move(0, 'e2e4')], 'onlooker'],
      [[move(0, 'e2e4')], 'join'],
      [[white, '{"type":"move","ply":0,"uci":{"toString":"e2e4"}}'], 'message'],
    ] as const) {
      expect(refusalOf(await talk(page, id, messages, 'error')), JSON.stringify(messages)).toBe(
        code,
      );
    }
    const forged = { type: 'join', seat: `${seat.slice(0, -4)}AAAA` } as const;
    expect(refusalOf(await talk(page, id, [forged], 'error'))).toBe('seat');
    // After a refused seat nothing more is read.
    const closed = await talk(page, id, [forged, move(0, 'e2e4')], 'moved');
    expect(closed.code).toBe(4000);
    expect(gameOf(await talk(page, id, [{ type: 'join' }], 'game')).moves).toEqual([]);
  });

  test('is cut off when it sends too much at once, and the game goes on', async () => {
    const page = await site.visit();
    const { id, seat } = await begin(page);
    const white = { type: 'join', seat } as const;
    const large = await talk(
      page,
      id,
      [white, `{"type":"ping","sent":1,"x":"${'x'.repeat(2000)}"}`],
      'pong',
    );
    expect(large.code).toBe(1009);
    const pings = Array.from({ length: 500 }, (_, sent) => ({ type: 'ping', sent }) as const);
    const flood = await talk(page, id, [white, ...pings], 'ended');
    expect([refusalOf(flood), flood.code]).toEqual(['rate', 1008]);
    const moved = await talk(page, id, [white, { type: 'move', ply: 0, uci: 'e2e4' }], 'moved');
    expect(moved.code).toBe(undefined);
  });

  test('gets no connection and no game from a page of another site', async () => {
    const own = await site.visit();
    const { id, seat } = await begin(own);
    const join = { type: 'join', seat } as const;
    expect((await talk(own, id, [join], 'game')).opened).toBe(true);

    const page = await site.visit();
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    expect(await talk(page, id, [join], 'game')).toEqual({
      opened: false,
      received: [],
      code: 1006,
    });
    // Nor from one that hides its origin.
    const hidden = await page.evaluate(
      (address) =>
        new Promise((resolve) => {
          addEventListener('message', ({ data }) => resolve(data));
          const frame = document.createElement('iframe');
          frame.setAttribute('sandbox', 'allow-scripts');
          frame.srcdoc = `<script>
            const socket = new WebSocket('${address}');
            socket.onopen = () => parent.postMessage([origin, 'opened'], '*');
            socket.onclose = ({ code }) => parent.postMessage([origin, code], '*');
          </script>`;
          document.body.append(frame);
        }),
      addressOf(id),
    );
    expect(hidden).toEqual(['null', 1006]);
    // Any page may ask about positions; only this one begins games.
    const statuses = await page.evaluate(async (url) => {
      const begun = await fetch(`${url}/games`, { method: 'POST', body: '{}' });
      const asked = await fetch(`${url}/metachess?fen=8/8/8/2K5/k7/8/4Q3/8_b_-_-`);
      return [begun.status, asked.status];
    }, site.url);
    expect(statuses).toEqual([403, 200]);
    expect(gameOf(await talk(own, id, [join], 'game')).moves).toEqual([]);
  });
});
