import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** A process that has run to its end. */
export interface Run {
  /** From before its start until after its end. */
  readonly seconds: number;
  readonly stdout: string;
  /** User processor time of all its threads, but for the last moment; undefined if the platform has no /proc. */
  readonly userSeconds: number | undefined;
  /** Its peak memory; undefined if the platform has no /proc. */
  readonly peakBytes: number | undefined;
  /** How many cores other processes used during the run: near 0 on a machine quiet enough to measure on. */
  readonly others: number | undefined;
}

/** How often a running process is looked at: its peak of the last moment may be missed. */
const LOOK_EVERY_MS = 10;
/** Units of /proc/PID/stat: what Linux calls USER_HZ, 100 on every machine that Node runs on. */
const TICKS_A_SECOND = 100;

/** Runs a program and measures it. Throws if it fails. */
export function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const busyBefore = busySeconds();
  const ownBefore = ownSeconds();
  const began = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let look: Look | undefined;
  const watch = setInterval(() => {
    look = lookAt(child.pid) ?? look;
  }, LOOK_EVERY_MS);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise<Run>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      const seconds = (performance.now() - began) / 1000;
      if (status !== 0) {
        reject(new Error(`${program} ${args.join(' ')}: exit ${status}, ${stderr || stdout}`));
        return;
      }
      const busy = busySeconds() - busyBefore - (ownSeconds() - ownBefore);
      const others = look && Math.max(0, (busy - look.seconds) / seconds);
      const { userSeconds, peakBytes } = look ?? {};
      resolve({ seconds, stdout, userSeconds, peakBytes, others });
    });
  }).finally(() => clearInterval(watch));
}

interface Look {
  readonly peakBytes: number;
  readonly userSeconds: number;
  /** Of all its threads, on all cores. */
  readonly seconds: number;
}

/** Linux reports a process's peak memory only while it lives. */
function lookAt(pid: number | undefined): Look | undefined {
  try {
    const peak = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in brackets, may have spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (!peak) return undefined;
    const [user, system] = [fields[11], fields[12]].map((ticks) => Number(ticks) / TICKS_A_SECOND);
    return { peakBytes: Number(peak[1]) * 1024, userSeconds: user!, seconds: user! + system! };
  } catch {
    return undefined;
  }
}

/** What all cores have done since the machine began. */
function busySeconds(): number {
  const times = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
  return times.reduce((sum, each) => sum + each, 0) / 1000;
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
