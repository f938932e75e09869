import { ok, type Result } from '../board/result.ts';
import type { Position } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { Game, type Ply } from './game.ts';
import { type GameResult, resultOf } from './status.ts';

/** A stage of a game that may go on in several ways. Nodes are compared by identity and shared by all later trees. */
export interface GameNode {
  readonly game: Game;
  /** Undefined at the start of the game. */
  readonly parent: GameNode | undefined;
}

/** A player's or annotator's remarks on a move. */
export interface Annotation {
  /** Only at the first move of a variation: a comment before it. */
  readonly before?: string;
  readonly after?: string;
  /** Numeric Annotation Glyphs (PGN standard, 10): 1 is `!`, 2 is `?`. */
  readonly glyphs?: readonly number[];
}

/** The parts of a tree, for parsers of records. */
export interface TreeParts {
  readonly root: GameNode;
  readonly current: GameNode;
  /** The main line first. */
  readonly children: ReadonlyMap<GameNode, readonly GameNode[]>;
  readonly annotations: ReadonlyMap<GameNode, Annotation>;
  /** PGN tags that do not follow from the moves or the rules: players, event, date. */
  readonly tags: ReadonlyMap<string, string>;
}

/** A game with its variations and a current position, immutable: methods that change it return another tree. */
export class GameTree implements TreeParts {
  readonly root: GameNode;
  readonly current: GameNode;
  readonly children: ReadonlyMap<GameNode, readonly GameNode[]>;
  readonly annotations: ReadonlyMap<GameNode, Annotation>;
  readonly tags: ReadonlyMap<string, string>;

  constructor({ root, current, children, annotations, tags }: TreeParts) {
    this.root = root;
    this.current = current;
    this.children = children;
    this.annotations = annotations;
    this.tags = tags;
  }

  /** A tree with the game as its main line and its last position as the current one. */
  static of(game: Game, tags: ReadonlyMap<string, string> = new Map()): GameTree {
    const children = new Map<GameNode, readonly GameNode[]>();
    let current: GameNode | undefined;
    let root: GameNode | undefined;
    for (const stage of game.stages()) {
      const node: GameNode = { game: stage, parent: current };
      if (current) children.set(current, [node]);
      root ??= node;
      current = node;
    }
    return new GameTree({ root: root!, current: current!, children, annotations: new Map(), tags });
  }

  static start(rules: RuleSet, position?: Position): GameTree {
    return GameTree.of(Game.start(rules, position));
  }

  get rules(): RuleSet {
    return this.root.game.rules;
  }

  /** The game up to the current position. */
  get game(): Game {
    return this.current.game;
  }

  childrenOf(node: GameNode): readonly GameNode[] {
    return this.children.get(node) ?? [];
  }

  /** The last node of a line: the main one, or the one that goes on from `node`. */
  endOf(node: GameNode = this.root): GameNode {
    let end = node;
    for (let next = this.childrenOf(end)[0]; next; next = this.childrenOf(end)[0]) end = next;
    return end;
  }

  /** The nodes from the start through the current position to the end of its line. */
  line(): readonly GameNode[] {
    const line: GameNode[] = [];
    for (let node: GameNode | undefined = this.endOf(this.current); node; node = node.parent) {
      line.push(node);
    }
    return line.reverse();
  }

  /** Is there any move outside the main line? */
  get hasVariations(): boolean {
    return [...this.children.values()].some(({ length }) => length > 1);
  }

  /** How the main line has ended: by its last position, otherwise as recorded. */
  get result(): GameResult {
    const result = resultOf(this.endOf().game.status);
    if (result !== '*') return result;
    const recorded = this.tags.get('Result');
    return results.find((each) => each === recorded) ?? '*';
  }

  goTo(node: GameNode): GameTree {
    return new GameTree({ ...this.parts(), current: node });
  }

  /** The tree with other tags. */
  tagged(tags: ReadonlyMap<string, string>): GameTree {
    return new GameTree({ ...this.parts(), tags });
  }

  /**
   * Plays a move in the current position. If another move follows there already, this begins a variation.
   * Errors: those of {@link Game.play}.
   */
  play(uci: string): Result<GameTree> {
    const known = this.childrenOf(this.current).find(({ game }) => game.lastPly?.uci === uci);
    if (known) return ok(this.goTo(known));
    const played = this.game.play(uci);
    if (!played.ok) return played;
    const node: GameNode = { game: played.value, parent: this.current };
    const siblings = [...this.childrenOf(this.current), node];
    const children = new Map(this.children).set(this.current, siblings);
    // A longer main line invalidates the recorded result.
    const tags = new Map(this.tags);
    if (siblings.length === 1 && this.endOf() === this.current) tags.delete('Result');
    return ok(new GameTree({ ...this.parts(), current: node, children, tags }));
  }

  /**
   * Adds a recorded move at the end of the main line. The current position stays, or follows if it was that end.
   * Errors: those of {@link Game.replay}.
   */
  recorded(uci: string, san?: string): Result<GameTree> {
    const end = this.endOf();
    const replayed = end.game.replay(uci, san);
    if (!replayed.ok) return replayed;
    const node: GameNode = { game: replayed.value, parent: end };
    const children = new Map(this.children).set(end, [node]);
    const current = this.current === end ? node : this.current;
    return ok(new GameTree({ ...this.parts(), current, children }));
  }

  /** The tree without a node and all that follows it; the position before it becomes the current one. */
  without(node: GameNode): GameTree {
    const { parent } = node;
    if (!parent) return this;
    const children = new Map(this.children);
    const annotations = new Map(this.annotations);
    const gone = [node];
    for (const each of gone) {
      gone.push(...this.childrenOf(each));
      children.delete(each);
      annotations.delete(each);
    }
    const others = this.childrenOf(parent).filter((each) => each !== node);
    if (others.length > 0) children.set(parent, others);
    else children.delete(parent);
    return new GameTree({ ...this.parts(), current: parent, children, annotations });
  }

  /** The tree with the line through a node as its main line. */
  promoted(node: GameNode): GameTree {
    const children = new Map(this.children);
    for (let each = node; each.parent; each = each.parent) {
      const others = this.childrenOf(each.parent).filter((other) => other !== each);
      children.set(each.parent, [each, ...others]);
    }
    return new GameTree({ ...this.parts(), children });
  }

  /** The moves from the start to a node, in UCI. {@link at} finds the node again, also in a later tree. */
  pathTo(node: GameNode = this.current): readonly string[] {
    return node.game.plies.map(({ uci }: Ply) => uci);
  }

  /** The node that these moves lead to, or the last one on the way that is in the tree. */
  at(path: readonly string[]): GameNode {
    let node = this.root;
    for (const uci of path) {
      const next = this.childrenOf(node).find(({ game }) => game.lastPly?.uci === uci);
      if (!next) return node;
      node = next;
    }
    return node;
  }

  private parts(): TreeParts {
    const { root, current, children, annotations, tags } = this;
    return { root, current, children, annotations, tags };
  }
}

const results: readonly GameResult[] = ['1-0', '0-1', '1/2-1/2', '*'];
