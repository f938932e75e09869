import { expect, it } from 'vitest';
import { makeBuffers, PageStore } from '../../../src/solve/window/pages.ts';
import { HeapStore } from './heapStore.ts';

const PAGES = 40;
const PAGE_BYTES = 1 << 13;

function storeWith(memory: number) {
  const file = new HeapStore();
  const shared = new Int32Array(PageStore.words(PAGES));
  return { file, store: new PageStore(PAGES, PAGE_BYTES, shared, makeBuffers(memory), file) };
}

function pageOf(number: number): Uint8Array {
  return new Uint8Array(PAGE_BYTES).fill(number + 1);
}

it.each([0, 1 << 15, 1 << 20])('pages are kept, with %i bytes of memory', (memory) => {
  const { store, file } = storeWith(memory);
  for (let page = 0; page < PAGES; page++) store.write(page, pageOf(page));
  for (let page = 0; page < PAGES; page += 2) store.drop(page);
  // These take the places of those that were dropped.
  const written = file.written;
  for (let page = 0; page < PAGES; page += 4) store.write(page, pageOf(page + 100));
  const into = new Uint8Array(PAGE_BYTES);
  for (let page = 0; page < PAGES; page++) {
    expect(store.has(page)).toBe(page % 2 === 1 || page % 4 === 0);
    if (!store.has(page)) continue;
    store.read(page, into);
    expect(into).toEqual(pageOf(page % 4 === 0 ? page + 100 : page));
  }
  expect(written).toBe(Math.max(0, PAGES * PAGE_BYTES - memory));
});

it('each write and each drop is another version', () => {
  const { store } = storeWith(0);
  const versions = [store.version(3)];
  store.write(3, pageOf(3));
  versions.push(store.version(3));
  store.drop(3);
  versions.push(store.version(3));
  expect(new Set(versions).size).toBe(3);
});

it('there are buffers for all the memory that is whole pages', () => {
  const bytes = 5 * 2 ** 15 + 7;
  expect(makeBuffers(bytes).map(({ byteLength }) => byteLength)).toEqual([5 * 2 ** 15]);
  expect(makeBuffers(100)).toEqual([]);
  const [one, other] = makeBuffers(2 ** 17, 2 ** 16);
  expect(makeBuffers(2 ** 16 + 2 ** 15, 2 ** 16, [one!, other!])[0]).toBe(one);
  expect(makeBuffers(2 ** 15, 2 ** 15, [one!, other!])[0]).not.toBe(one);
});
