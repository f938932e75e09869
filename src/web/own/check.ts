import type { VariantProblem } from '../../rules/ini/problems.ts';

/** A section of a variants.ini, as plain data. */
export interface CheckedSection {
  /** '' for what is wrong with the text as a whole. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly problems: readonly VariantProblem[];
  /** Undefined if there are problems. */
  readonly game?: CheckedGame;
}

/** What a list says of a game before it is made. */
export interface CheckedGame {
  readonly title: string;
  readonly about: string;
  /** The section and its parents in the text. */
  readonly ini: string;
  /** Has it a first position? */
  readonly begins: boolean;
}

/** A message of the worker that checks a text: the text is its only request. */
export type CheckMessage =
  | {
      readonly kind: 'read';
      readonly sections: readonly Pick<CheckedSection, 'name' | 'line'>[];
    }
  | { readonly kind: 'checked'; readonly section: CheckedSection };

export interface CheckEvents {
  /** A new text has been read: what was said of the one before is void. */
  readonly onRead: () => void;
  readonly onSection: (section: CheckedSection) => void;
  /** All sections have been told, or a problem says why not. */
  readonly onEnd: (problem?: string) => void;
}

/** Milliseconds without another letter before a text is checked. */
const PAUSE_MS = 250;
/** The longest that a section may take. */
const DEADLINE_MS = 10_000;

/** Checks a text while it is being written. Each change ends the check before it: no text can hold the page up. */
export class TextCheck {
  private readonly events: CheckEvents;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private worker: Worker | undefined;
  /** The sections that have not been told. */
  private left: readonly Pick<CheckedSection, 'name' | 'line'>[] = [];

  constructor(events: CheckEvents) {
    this.events = events;
  }

  check(text: string): void {
    this.stop();
    this.timer = setTimeout(() => this.begin(text), PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = undefined;
  }

  private begin(text: string): void {
    this.left = [];
    this.worker = new Worker(new URL('./checkWorker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }: MessageEvent<CheckMessage>) => this.receive(data);
    this.worker.onerror = ({ message }) => {
      this.end(
        message
          ? `The check stopped: ${message}`
          : 'The check could not be loaded: look at the network, then try again.',
      );
    };
    this.worker.postMessage(text);
    this.wait();
  }

  private receive(message: CheckMessage): void {
    if (message.kind === 'read') {
      this.left = message.sections;
      this.events.onRead();
    } else {
      this.left = this.left.slice(1);
      this.events.onSection(message.section);
    }
    if (this.left.length === 0) this.end();
    else this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const [slow] = this.left;
      const what = slow ? `[${slow.name}] at line ${slow.line}` : 'The text';
      this.end(`${what} takes too long to check: the check has stopped there.`);
    }, DEADLINE_MS);
  }

  private end(problem?: string): void {
    this.stop();
    this.events.onEnd(problem);
  }
}
