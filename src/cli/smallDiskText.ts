import { formatBytes } from '../format/byteCount.ts';
import type { SmallDisk } from '../queue/diskRoom.ts';

export function smallDiskText({ table, bytes, free }: SmallDisk): string {
  const sizes = `up to ${formatBytes(bytes, Math.ceil)} of the disk, ${formatBytes(free, Math.floor)} are free`;
  return `${table} may take ${sizes}: --scratch names a folder on another`;
}
