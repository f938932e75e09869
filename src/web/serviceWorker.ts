// The page's service worker: the page itself from the cache; tables from the network or, without one, the parts seen before.

/** The parts of a service worker's scope that are used here; `lib.dom` describes pages only. */
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<Tab | undefined>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'message', listener: (event: Messaging) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface Tab {
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface Clicked extends Waiting {
  /** `tag`: the id of a game by link; `data`: the id of the tab that has it. */
  readonly notification: { readonly tag: string; readonly data: string; close(): void };
}
/** What a page posts to have a notification shown that leads back to it. */
interface Notice {
  readonly title: string;
  readonly options: NotificationOptions;
}
interface Messaging extends Waiting {
  readonly data: 'keep-all' | Notice;
  readonly source: { readonly id: string };
}
interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
const scope = self as unknown as WorkerScope;

/**
 * Filled in by the build: the files kept before the service worker takes over, those kept once the page is idle, and a
 * name for this version of all of them.
 */
declare const PAGE_FILES: readonly string[];
declare const LATER_FILES: readonly string[];
declare const PAGE_VERSION: string;

const PAGE = `metatb-page-${PAGE_VERSION}`;
const TABLES = 'metatb-tables';
/** The most parts of tables that are kept. Each has at most 256 KiB, and most are far smaller. */
const MOST_PARTS = 400;

scope.addEventListener('install', (event) => {
  const load = async () => {
    const cache = await caches.open(PAGE);
    await cache.addAll(['./', ...PAGE_FILES]);
    await scope.skipWaiting();
  };
  event.waitUntil(load());
});

scope.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('metatb-page-') && name !== PAGE) await caches.delete(name);
    }
    await scope.clients.claim();
  };
  event.waitUntil(clean());
});

scope.addEventListener('message', (event) => {
  const { data, source } = event;
  if (data === 'keep-all') event.waitUntil(keepLaterFiles());
  else {
    const options = { ...data.options, data: source.id };
    event.waitUntil(scope.registration.showNotification(data.title, options));
  }
});

/** The solver and other files that a first visit does not need. A file that fails is fetched again on the next visit. */
async function keepLaterFiles(): Promise<void> {
  const cache = await caches.open(PAGE);
  for (const file of LATER_FILES) {
    if (!(await cache.match(file))) await cache.add(file).catch(() => {});
  }
}

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showGame(event.notification));
});

/** Brings the tab with a game by link to the front, or opens one. */
async function showGame({ tag, data }: Clicked['notification']): Promise<void> {
  const { href } = new URL(`./#game=${tag}`, scope.location.href);
  const tab = await scope.clients.get(data);
  if (!tab) await scope.clients.openWindow(href);
  else {
    await tab.focus();
    // The tab may show another view by now.
    await tab.navigate(href);
  }
}

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const base = new URL('./', scope.location.href);
  if (request.method !== 'GET' || !url.href.startsWith(base.href)) return;
  const path = url.pathname.slice(base.pathname.length);
  if (/^tables(\/|$)/.test(path)) event.respondWith(tablePart(event, request));
  else if (path === '' || path === 'index.html' || isFile(path)) {
    event.respondWith(pageFile(request, path));
  }
});

function isFile(path: string): boolean {
  return PAGE_FILES.includes(`./${path}`) || LATER_FILES.includes(`./${path}`);
}

async function pageFile(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(PAGE);
  const found = await cache.match(path === 'index.html' ? './' : request, { ignoreSearch: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && LATER_FILES.includes(`./${path}`)) await cache.put(request, response.clone());
  return response;
}

/** Tables may be generated again, so the network comes first; its answers are kept by range. */
async function tablePart(event: Fetching, request: Request): Promise<Response> {
  const key = `${request.url}?range=${encodeURIComponent(request.headers.get('Range') ?? '')}`;
  const cache = await caches.open(TABLES);
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keep(cache, key, response.clone()));
    return response;
  } catch (error) {
    const kept = await cache.match(key);
    if (!kept) throw error;
    const status = Number(kept.headers.get('X-Status') ?? 200);
    return new Response(kept.body, { status, headers: kept.headers });
  }
}

/** Caches refuse partial answers, so the status goes into a header. */
async function keep(cache: Cache, key: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers);
  headers.set('X-Status', String(response.status));
  await cache.put(key, new Response(await response.arrayBuffer(), { headers }));
  const keys = await cache.keys();
  for (const oldest of keys.slice(0, Math.max(0, keys.length - MOST_PARTS))) {
    await cache.delete(oldest);
  }
}
