import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { fail, ok, type Result } from '../../board/result.ts';
import { type GameRef, refOf } from '../../rules/gameRef.ts';
import { planTables } from '../../solve/plan.ts';
import { crashed } from '../../store/crash.ts';
import { materialOfFile } from '../../store/tableList.ts';
import type { TableStore } from '../../store/tableStore.ts';
import { startPool } from '../../store/workers.ts';
import type { Material } from '../../table/material.ts';
import { RateLimit } from '../limits.ts';
import type { UploadTask } from './checkUpload.ts';
import { UploadedFile } from './uploadedFile.ts';
import { DEFAULT_UPLOAD_LIMITS, type UploadLimits } from './uploadLimits.ts';

/** Wrong tokens a second that a visitor may send, and a burst of ten. */
const WRONG_TOKENS = 0.2;
const WRONG_BURST_SECONDS = 50;
/** Threads that check tables. */
const MOST_THREADS = 4;
/** Milliseconds for which a client can still learn what came of its table. */
const REMEMBERED_MS = 10 * 60 * 1000;

const NOT_ITS_FAULT = new Set(['crash', 'read', 'missing-table']);

/** What an upload has come to: the table is there, or bytes are missing, or it is still being checked. */
export type Progress =
  | { readonly kind: 'stored'; readonly isNew: boolean }
  | { readonly kind: 'going on'; readonly received: number };

/** What a request says of the file and of the piece that it brings. */
export interface UploadRequest {
  readonly folder: string;
  readonly file: string;
  readonly sha256: string;
  readonly total: number;
  /** Where the piece begins; undefined if the request brings none and asks how far the upload is. */
  readonly at: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The function of uploadWorker.ts. */
const CHECK: keyof typeof import('./uploadWorker.ts') = 'checkUpload';

/** Tables that clients with the token upload. Nothing has a table's name that has not been checked. */
export class Uploads {
  readonly limits: UploadLimits;
  private readonly stores: ReadonlyMap<string, TableStore>;
  private readonly token: Buffer;
  private readonly wrong = new RateLimit(WRONG_TOKENS, undefined, WRONG_BURST_SECONDS);
  /** Parts that a request writes. */
  private readonly writing = new Set<string>();
  /** By part: files that are complete, and what came of them. */
  private readonly checks = new Map<string, Promise<Result<Progress>>>();
  private pool: Piscina | undefined;

  constructor(stores: readonly TableStore[], token: string, limits: Partial<UploadLimits> = {}) {
    this.stores = new Map(stores.map((store) => [store.rules.folder, store]));
    this.token = hash(token);
    this.limits = { ...DEFAULT_UPLOAD_LIMITS, ...limits };
  }

  /** May a visitor upload? `authorization`: the header. Errors: `token`, and `rate` after too many wrong ones. */
  authorize(authorization: string | undefined, visitor: string): Result<undefined> {
    const wait = this.wrong.wait(visitor, 1);
    if (wait > 0) {
      const message = `too many wrong tokens: ask again in ${wait} s`;
      return fail('rate', message, String(wait));
    }
    const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    // Hashes have one length, and say nothing by the time that comparing takes.
    if (timingSafeEqual(hash(token), this.token)) return ok(undefined);
    this.wrong.take(visitor, 1);
    return fail('token', 'uploading takes the token of this server: Authorization: Bearer TOKEN');
  }

  /**
   * Takes a piece of a table's file. Errors: `unknown` game or table, `too-large`, `conflict`, `missing-table` of a
   * subtable, `offset` with the bytes that the server has as text, `busy`, `write`, and those of checkUpload.
   */
  async put(request: UploadRequest): Promise<Result<Progress>> {
    const { folder, file, sha256, total, at, body } = request;
    const found = this.find(folder, file);
    if (!found.ok) return found;
    const { store, material } = found.value;
    const most = this.mostBytes(store, material);
    if (total > most) {
      const message = `${total} bytes: this server takes at most ${most} of ${material.name}`;
      return fail('too-large', message, String(total));
    }
    const upload = new UploadedFile(store.path(material.name), sha256, total);
    const known = this.checks.get(upload.part);
    if (known) return this.outcome(upload, known);
    const there = await upload.isThere();
    if (!there.ok) return there;
    if (there.value !== undefined) return there.value ? stored(false) : otherBytes(material);
    const needed = await this.checkSubtables(store, material);
    if (!needed.ok) return needed;
    if (this.writing.has(upload.part)) return busy('another request is sending this table');
    if (at !== undefined && this.writing.size >= this.limits.atOnce) {
      return busy('the server is taking other tables');
    }
    this.writing.add(upload.part);
    try {
      const received = await this.receive(upload, at, body);
      if (!received.ok) return received;
      if (received.value < total) return ok({ kind: 'going on', received: received.value });
      this.begin(upload, { store, material });
    } finally {
      this.writing.delete(upload.part);
    }
    return this.outcome(upload, this.checks.get(upload.part)!);
  }

  /** Ends the thread that checks tables: uploads that it has not finished go on when the server is there again. */
  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  /** Errors: `unknown`. */
  private find(folder: string, file: string): Result<{ store: TableStore; material: Material }> {
    const store = this.stores.get(folder);
    if (!store) {
      const known = [...this.stores.keys()].join(', ');
      const message = `this server knows no game with the folder ${shown(folder)}: there are`;
      return fail('unknown', `${message} ${known}; metatb serve --variants adds others`, folder);
    }
    const material = file.includes('/') ? undefined : materialOfFile(store.rules, file);
    if (material && !store.rules.isSettled(material.men)) return ok({ store, material });
    const message = `${shown(file)} is no table of ${store.rules.name}: it should be like KQvk.mtb`;
    return fail('unknown', message, file);
  }

  /** Two bytes for each placement and side, what incompressible blocks take beyond, and a start. */
  private mostBytes({ rules }: TableStore, { men }: Material): number {
    const placements = rules.board.size ** men.length;
    return Math.min(this.limits.bytes, Math.ceil(4.01 * placements) + (1 << 17));
  }

  /** Errors: `missing-table`. */
  private async checkSubtables(store: TableStore, material: Material): Promise<Result<undefined>> {
    const { needs } = planTables(store.rules, [material]).at(-1)!;
    const missing: string[] = [];
    for (const name of needs) {
      const start = await store.has(name);
      if (!start) missing.push(name);
    }
    if (missing.length === 0) return ok(undefined);
    const message = `${material.name} is checked with ${missing.join(', ')}: upload these first`;
    return fail('missing-table', message, missing.join(' '));
  }

  /** Returns the bytes that have come by now. Errors: `offset`, `write`. */
  private async receive(
    upload: UploadedFile,
    at: number | undefined,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Result<number>> {
    const prepared = await upload.prepare();
    if (!prepared.ok) return prepared;
    const received = await upload.received();
    if (at === undefined) return ok(received);
    if (at === received) return upload.append(body);
    const message = `the piece begins at ${at}, and the upload goes on at ${received}`;
    return fail('offset', message, String(received));
  }

  private begin(upload: UploadedFile, table: { store: TableStore; material: Material }): void {
    const { part } = upload;
    const check = this.check(upload, table);
    this.checks.set(part, check);
    check.then(
      () => setTimeout(() => this.checks.delete(part), REMEMBERED_MS).unref(),
      () => this.checks.delete(part),
    );
  }

  /** Checks a complete file and gives it its name, or removes it. */
  private async check(
    upload: UploadedFile,
    { store, material }: { store: TableStore; material: Material },
  ): Promise<Result<Progress>> {
    const rules: GameRef = refOf(store.rules);
    const task: UploadTask = {
      ...{ rules, table: material.name, part: upload.part, dir: store.dir, sha256: upload.sha256 },
      // Nobody who forges a table knows which of its positions will be looked at.
      ...{ limits: this.limits, seed: randomInt(2 ** 31) },
    };
    const checked = await this.inThread(task);
    if (!checked.ok) {
      // What is not the file's fault, such as a server that stops, costs it nothing: it is checked when it is asked for again.
      if (!NOT_ITS_FAULT.has(checked.problem.code)) await upload.remove();
      return checked;
    }
    const placed = await upload.place();
    if (!placed.ok) {
      await upload.remove();
      return placed;
    }
    if (placed.value) return stored(true);
    // Another client was faster.
    await upload.remove();
    const there = await upload.isThere();
    if (!there.ok) return there;
    return there.value ? stored(false) : otherBytes(material);
  }

  private async inThread(task: UploadTask): Promise<Result<undefined>> {
    // A core is left for visitors.
    const most = Math.max(1, Math.min(availableParallelism() - 1, MOST_THREADS));
    this.pool ??= startPool('upload', { most });
    try {
      return await this.pool.run(task, { name: CHECK });
    } catch (error) {
      return crashed(`the thread that checked ${task.table}`, error);
    }
  }

  /** What came of a complete file, or that it is still being checked. */
  private async outcome(
    { part, total }: UploadedFile,
    check: Promise<Result<Progress>>,
  ): Promise<Result<Progress>> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.limits.answer);
    });
    const done = await Promise.race([check, late]);
    clearTimeout(timer);
    if (!done) return ok({ kind: 'going on', received: total });
    // Told once: a client that sends the table again has it checked again.
    if (this.checks.get(part) === check) this.checks.delete(part);
    return done;
  }
}

function stored(isNew: boolean): Result<Progress> {
  return ok({ kind: 'stored', isNew });
}

function otherBytes({ name }: Material): Result<Progress> {
  const message = `this server has another file of ${name}, and replaces none`;
  return fail('conflict', message, name);
}

function busy(why: string): Result<Progress> {
  return fail('busy', `${why}: ask again in a moment`);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
