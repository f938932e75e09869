import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request for a file that is there. */
interface Asked {
  readonly response: ServerResponse;
  readonly file: Uint8Array;
  /** First and last byte asked for, the last at most the file's. */
  readonly first: number;
  readonly last: number;
}

export type Behaviour = (asked: Asked) => void;

/** As a server should. */
export const inRanges: Behaviour = ({ response, file, first, last }) => {
  response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${file.length}` });
  response.end(file.subarray(first, last + 1));
};

/** As a server may that knows no ranges. */
export const whole: Behaviour = ({ response, file }) => {
  response.writeHead(200, { 'Content-Length': file.length });
  response.end(file);
};

/** Files on loopback, by path, served well or badly. */
export class FileServer {
  readonly files = new Map<string, Uint8Array>();
  behave: Behaviour = inRanges;
  /** Of each request the path and the range. */
  readonly requests: string[] = [];
  /** Bytes asked for in ranges. */
  bytes = 0;
  /** Requests at a time, at most so far. */
  most = 0;
  /** Requests whose asker went away before the answer. */
  abandoned = 0;
  private going = 0;
  private readonly server = createServer((request, response) => this.answer(request, response));

  private constructor() {}

  /** Serves until its process ends, which test files share, and does not keep it from ending. */
  static async start(): Promise<FileServer> {
    const started = new FileServer();
    started.server.listen(0, '127.0.0.1').unref();
    await once(started.server, 'listening');
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tables`;
  }

  /** Serves these tables' files, well, and forgets what has been asked. */
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
