import type { GameTree } from '../../play/gameTree.ts';
import {
  type DeviceGame,
  deviceGameOf,
  keepGame,
  newGameId,
  tabGame,
  treeOf,
} from './deviceGames.ts';

/** A state that can be brought back, and what has changed it. */
interface Past {
  readonly id: string;
  readonly tree: GameTree;
  /** `e4`, `new game`. */
  readonly change: string;
}

/** More than anybody takes back. */
const MOST_STEPS = 500;

/** The game on the board. Every change of it can be undone, and it is kept on this device. */
export class OpenGame {
  tree: GameTree;
  id: string;
  private past: readonly Past[] = [];

  /** Goes on with the game of this tab if there is one. */
  constructor(start: () => GameTree) {
    const kept = tabGame();
    const tree = kept && treeOf(kept);
    this.id = tree?.ok ? kept!.id : newGameId();
    this.tree = tree?.ok ? tree.value : start();
  }

  get canUndo(): boolean {
    return this.past.length > 0 || this.tree.current.parent !== undefined;
  }

  /** Another position of the game is looked at. */
  look(tree: GameTree): void {
    this.tree = tree;
    this.keep();
  }

  change(tree: GameTree, change: string): void {
    this.remember(change);
    this.tree = tree;
    this.keep();
  }

  /** Another game takes the place of this one, which stays in the list of games. */
  replace(tree: GameTree, change: string, id: string = newGameId()): void {
    this.remember(change);
    this.tree = tree;
    this.id = id;
    this.keep();
  }

  open(game: DeviceGame, tree: GameTree): void {
    this.replace(tree, 'opening a game', game.id);
  }

  /** Brings back what was there before the last change, or else takes the last move back. Returns what is undone. */
  undo(): string | undefined {
    const last = this.past.at(-1);
    if (last) {
      this.past = this.past.slice(0, -1);
      this.tree = last.tree;
      this.id = last.id;
      this.keep();
      return last.change;
    }
    const { current } = this.tree;
    if (!current.parent) return undefined;
    this.tree = this.tree.without(current);
    this.keep();
    return current.game.lastPly!.san;
  }

  private remember(change: string): void {
    const { id, tree } = this;
    this.past = [...this.past, { id, tree, change }].slice(-MOST_STEPS);
  }

  private keep(): void {
    keepGame(deviceGameOf(this.id, this.tree, Date.now()));
  }
}
