import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request for an existing file. */
interface Asked {
  readonly response: ServerResponse;
  readonly file: Uint8Array;
  /** First and last byte requested; `last` lies within the file. */
  readonly first: number;
  readonly last: number;
}

export type Behaviour = (asked: Asked) => void;

/** Answers with the requested range, as a server should. */
export const inRanges: Behaviour = ({ response, file, first, last }) => {
  response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${file.length}` });
  response.end(file.subarray(first, last + 1));
};

/** Answers with the whole file, as a server without ranges may. */
export const whole: Behaviour = ({ response, file }) => {
  response.writeHead(200, { 'Content-Length': file.length });
  response.end(file);
};

/** Serves files by path on loopback, well or badly. */
export class FileServer {
  readonly files = new Map<string, Uint8Array>();
  behave: Behaviour = inRanges;
  /** Path and range of each request. */
  readonly requests: string[] = [];
  /** Bytes requested in ranges. */
  bytes = 0;
  /** The most requests at a time so far. */
  most = 0;
  /** Requests whose client went away before the answer. */
  abandoned = 0;
  private going = 0;
  private readonly server = createServer((request, response) => this.answer(request, response));

  private constructor() {}

  /** Serves until the process ends, which test files share, and does not keep it alive. */
  static async start(): Promise<FileServer> {
    const started = new FileServer();
    started.server.listen(0, '127.0.0.1').unref();
    await once(started.server, 'listening');
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tables`;
  }

  /** Serves the files of these tables well, and clears the records of requests. */
  reset(rules: string, files: ReadonlyMap<string, Uint8Array>): void {
    this.files.clear();
    for (const [name, file] of files) this.files.set(`/tables/${rules}/${name}.mtb`, file);
    this.behave = inRanges;
    this.requests.length = 0;
    [this.bytes, this.most, this.abandoned] = [0, 0, 0];
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    this.most = Math.max(this.most, ++this.going);
    response.on('close', () => {
      this.going--;
      if (!response.writableFinished) this.abandoned++;
    });
    const { range = '' } = request.headers;
    this.requests.push(`${request.url} ${range}`);
    const file = this.files.get(request.url!);
    const match = /^bytes=(\d+)-(\d+)$/.exec(range);
    if (!file || !match) {
      response.writeHead(file ? 400 : 404).end();
      return;
    }
    const first = Number(match[1]);
    const last = Math.min(Number(match[2]), file.length - 1);
    if (first > last) {
      response.writeHead(416, { 'Content-Range': `bytes */${file.length}` }).end();
      return;
    }
    this.bytes += last - first + 1;
    this.behave({ response, file, first, last });
  }
}
