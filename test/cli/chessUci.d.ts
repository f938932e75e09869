/** The client's own declarations are not a module. What the tests use of it. */
declare module 'chess-uci' {
  export class Engine {
    static start(path: string): Promise<Engine>;
    setoption(options: Readonly<Record<string, string | number | boolean>>): Engine;
    ucinewgame(): Engine;
    isready(): Promise<void>;
    position(position: { readonly fen: string; readonly moves: string[] }): Engine;
    go(limits?: { readonly nodes?: number }): Promise<{ readonly bestmove: string }>;
    stop(): Engine;
    quit(): Promise<void>;
  }
}
