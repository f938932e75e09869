import { availableParallelism, cpus } from 'node:os';

/** The processor and Node: `AMD EPYC 7763, 2 cores, Node 20.20.2`. */
export function machineName(): string {
  const node = process.version.replace('v', '');
  return `${cpus()[0]!.model.trim()}, ${availableParallelism()} cores, Node ${node}`;
}
