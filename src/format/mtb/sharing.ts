/** How threads share the work of reading a file. */
export interface Sharing {
  /** Gives each number from 0 to one of the threads. */
  take(): number;
  /** False if another thread reads a file whose start has another checksum. */
  agree(checksum: number): boolean;
}
