// The coder of planes: see src/format/FORMAT.md.
export {
  afterAt, betweenAt, bytesAt, colorsAt, escapeCountAt, escapesAt, imagesAt, leavesAt, nextAt, nodesAt, ranksAt, rootsAt,
  royalsAt, samplesAt, setupAt, slidesAt, squaresAt, statesAt, stepCountAt,
} from './memory';
import { DECODE, ENCODE, SAMPLE, samplesTaken, walkPlane } from './model';
import { beginCoding, beginDecoding, codeRecords, endedWell } from './rans';
import { survey } from './plane';

/** Works out which cells of a plane are positions. */
export function surveyPlane(): void {
  survey();
}

/** Decodes a plane of `length` bytes, of a table of `ranks` ranks. False if the bytes are no plane. */
export function decodePlane(length: i32, ranks: i32): bool {
  beginDecoding(length, ranks);
  return walkPlane(DECODE) && endedWell();
}

/** Codes a plane. Returns the number of its bytes, 0 if it is no plane. */
export function encodePlane(): i32 {
  beginCoding();
  return walkPlane(ENCODE) ? codeRecords() : 0;
}

/** Takes the features and the symbol of each value of a plane. Returns how many, -1 if it is no plane. */
export function samplePlane(): i32 {
  return walkPlane(SAMPLE) ? samplesTaken() : -1;
}
