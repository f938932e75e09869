/** The client has no declarations. What the tests use of it. */
declare module 'node-uci' {
  interface Found {
    readonly bestmove: string;
  }

  export class Engine {
    /** What the program has said that can be set, by its name. */
    readonly options: ReadonlyMap<string, { readonly type: string; readonly options?: string[] }>;
    constructor(path: string);
    init(): Promise<Engine>;
    setoption(name: string, value: string): Promise<Engine>;
    ucinewgame(): Promise<Engine>;
    position(fen: string, moves?: readonly string[]): Promise<Engine>;
    go(limits: {
      readonly nodes?: number;
      readonly movetime?: number;
      readonly ponder?: boolean;
    }): Promise<Found>;
    goInfinite(): void;
    stop(): Promise<Found>;
    write(command: string): void;
    quit(): Promise<Engine>;
  }
}
