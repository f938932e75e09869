import type { Table } from '../src/table/table.ts';
import type { SlabValues } from '../src/table/values.ts';

/** The codes of a table as the set solver makes them, as bytes, by side to move. */
export function codesOf({ values }: Table): readonly Uint8Array[] {
  return values.map((side) => {
    const { buffer, byteOffset, byteLength } = (side as SlabValues).codes;
    return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  });
}
