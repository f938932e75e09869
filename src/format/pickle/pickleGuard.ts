/**
 * The first opcode of a pickle that makes the parser work or take memory out of proportion to the file, or undefined if
 * there is none: a state put into an object (BUILD copies all of it, each time), or an integer of more than 8 bytes.
 * No table has either. The scan ends at a byte that is no opcode: there the parser fails by itself.
 * Opcodes and their arguments: CPython's Lib/pickletools.py.
 */
export function findCostly(bytes: Uint8Array): { at: number; what: string } | undefined {
  let at = 0;
  while (at < bytes.length) {
    const opcode = bytes[at]!;
    if (opcode === BUILD) return { at, what: 'an object with a state' };
    const size = sizeAt(bytes, at);
    if (size === undefined) return undefined;
    if (opcode === LONG4 && size > 1 + 4 + LONGEST_INT) return { at, what: 'a huge number' };
    at += size;
  }
  return undefined;
}

const BUILD = 0x62;
const LONG4 = 0x8b;
const LONGEST_INT = 8;

/**
 * How an opcode's argument is written: `bytes` bytes, `lines` lines of text, or a length of `length` bytes and then the
 * bytes.
 */
interface Argument {
  readonly opcodes: string;
  readonly bytes?: number;
  readonly lines?: number;
  readonly length?: 1 | 4 | 8;
}

const written: readonly Argument[] = [
  {
    opcodes: '(.012NQRad}el]ost)u\x81\x85\x86\x87\x88\x89\x8f\x90\x91\x92\x93\x94\x97\x98',
    bytes: 0,
  },
  { opcodes: 'Khq\x80\x82', bytes: 1 },
  { opcodes: 'M\x83', bytes: 2 },
  { opcodes: 'Jjr\x84', bytes: 4 },
  { opcodes: 'G\x95', bytes: 8 },
  { opcodes: 'ILFSVPpg', lines: 1 },
  { opcodes: 'ci', lines: 2 },
  { opcodes: 'UC\x8a\x8c', length: 1 },
  { opcodes: 'TXB\x8b', length: 4 },
  { opcodes: '\x8d\x8e\x96', length: 8 },
];

/** By opcode. A pickle of a large table has some hundred million. */
const argumentOf = Array.from({ length: 256 }, (_, opcode) =>
  written.find(({ opcodes }) => opcodes.includes(String.fromCharCode(opcode))),
);

/** Bytes of the opcode at `at` and its argument, or undefined if this is none or its argument is cut short. */
function sizeAt(bytes: Uint8Array, at: number): number | undefined {
  const argument = argumentOf[bytes[at]!];
  if (argument === undefined) return undefined;
  if (argument.bytes !== undefined) return 1 + argument.bytes;
  if (argument.length !== undefined) {
    let length = 0;
    for (let i = argument.length; i > 0; i--) length = length * 256 + (bytes[at + i] ?? 0);
    return 1 + argument.length + length;
  }
  let end = at + 1;
  for (let lines = argument.lines!; lines > 0; lines--) {
    const newline = bytes.indexOf(0x0a, end);
    if (newline < 0) return undefined;
    end = newline + 1;
  }
  return end - at;
}
