// Conversions by kind and distance, as lists that a window packs into records (records.ts): in the order in which words are looked
// up, so that nothing has to be searched for. An entry is u64 lanes of a word; u32 the word; u32 the next entry, 0 for none.
import { CONVERSION_WINS } from '../layout';
import { conversionEntries, conversionLists, distanceBits } from './frame';
import { lanesWith } from './lookUp';

const ENTRY: usize = 16;

// Of a list: u32 its first entry, 0 for none; u32 its last.
const LIST: usize = 8;

@inline function listAt(name: i32, color: i32, slab: i32, distance: i32): usize {
  const number = ((name == CONVERSION_WINS ? 0 : 1) << distanceBits()) + distance;
  return conversionLists(color, slab) + (<usize>number) * LIST;
}

/** Empties the lists of a slab. */
export function clearLists(color: i32, slab: i32): void {
  memory.fill(conversionLists(color, slab), 0, (<usize>2 << distanceBits()) * LIST);
}

/** Adds a word's conversions of one kind, by their distances: T by lane square. */
export function listConversions<T>(name: i32, color: i32, slab: i32, word: i32, lanes: u64, distances: usize): void {
  // The room for entries begins with where the free ones do.
  const free = conversionEntries();
  let entry = <usize>load<u32>(free);
  while (lanes) {
    const distance = load<T>(distances + <usize>ctz(lanes) * sizeof<T>());
    const found = lanes & lanesWith<T>(distances, distance);
    const list = listAt(name, color, slab, <i32>distance);
    store<u64>(entry, found);
    store<i32>(entry, word, 8);
    store<u32>(entry, 0, 12);
    if (load<u32>(list)) store<u32>(<usize>load<u32>(list, 4), <u32>entry, 12);
    else store<u32>(list, <u32>entry);
    store<u32>(list, <u32>entry, 4);
    entry += ENTRY;
    lanes &= ~found;
  }
  store<u32>(free, <u32>entry);
}

/** The first entry of a list, 0 if there is none. */
export function firstEntry(name: i32, color: i32, slab: i32, distance: i32): usize {
  return <usize>load<u32>(listAt(name, color, slab, distance));
}
@inline export function nextEntry(entry: usize): usize { return <usize>load<u32>(entry, 12); }
@inline export function lanesOf(entry: usize): u64 { return load<u64>(entry); }
@inline export function wordOf(entry: usize): i32 { return load<i32>(entry, 8); }
