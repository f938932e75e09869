import { opposite, WHITE } from '../../pieces/army.ts';
import type { Choice } from '../../play/choice.ts';
import type { GameNode } from '../../play/gameTree.ts';
import { GameTree } from '../../play/gameTree.ts';
import type { ParsedGame } from '../../play/pgn.ts';
import { choiceWords, sideName } from '../../play/words.ts';
import type { Position } from '../../position/position.ts';
import { defaultGame } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { setDimensions } from '../board/dimensions.ts';
import { GameBoard, refusalArrows } from '../board/gameBoard.ts';
import { ComputerSlot } from '../computer/computerSlot.ts';
import {
  movableSides,
  opponentIn,
  opponentOf,
  resignationWords,
  whyNoMove,
} from '../computer/opponent.ts';
import { element } from '../dom.ts';
import { askServer } from '../games/catalog.ts';
import { addToList, type DeviceGame, forgetGame, treeOf } from '../games/deviceGames.ts';
import { GameList } from '../games/gameList.ts';
import { OpenGame } from '../games/openGame.ts';
import { OwnGamesSlot } from '../live/ownGamesSlot.ts';
import { SettledSlot } from '../prepare/settledSlot.ts';
import { rulesHash } from '../route.ts';
import { whenIdle } from '../whenIdle.ts';
import { addressOf, copyLink, isFirst } from './address.ts';
import { EditorSlot } from './editorSlot.ts';
import { listenForKeys } from './keys.ts';
import { layOut } from './layout.ts';
import { MoveInput } from './moveInput.ts';
import { MoveList } from './moveList.ts';
import { makeNotation } from './notation.ts';
import { prepares } from './prepares.ts';
import { RulesPicker } from './rulesPicker.ts';
import { Status } from './status.ts';
import { makeSteps, type Steps, walkThrough } from './steps.ts';
import { TablesSlot } from './tablesSlot.ts';

/** Both sides on one device, with the tables beside the board. */
export class PlayView {
  readonly element: HTMLElement;
  private readonly open = new OpenGame(() => GameTree.start(defaultGame));
  private readonly board: GameBoard;
  private readonly status = new Status();
  private readonly moves = new MoveList((node) => this.look(node), {
    onPromote: (first) => this.edit(this.tree.promoted(first), 'the new main line'),
    onDelete: (first) => this.edit(this.tree.without(first), 'the deletion'),
  });
  private readonly announce = this.status.announce.bind(this.status);
  private readonly tables: TablesSlot;
  private readonly computer: ComputerSlot;
  private readonly picker = new RulesPicker((chosen) => this.changeRules(chosen));
  private readonly rulesLink = element('a', {}, 'Its rules');
  private readonly input: MoveInput;
  private readonly steps: Steps;
  private readonly games: GameList;
  private readonly gamesByLink = new OwnGamesSlot();
  private readonly settled = new SettledSlot();
  private readonly editor = new EditorSlot();
  /** The rules that the visitor has chosen: those of a game that does not name its own. */
  private rules: RuleSet;

  constructor() {
    this.rules = this.tree.rules;
    this.board = new GameBoard({ onTry: (choice) => this.attempt(choice) });
    this.tables = new TablesSlot({
      onMove: (move) => this.playUci(this.tree.rules.makeUci(move)),
      onArrows: (arrows) => this.board.showArrows(arrows),
      onOutcome: (outcome) => this.board.gauge.showOutcome(outcome),
    });
    this.computer = new ComputerSlot({
      tree: () => this.tree,
      onStart: (tree) => this.start(tree),
      onMove: (uci) => this.playComputers(uci),
      onLine: (moves) => this.playLine(moves),
      onChange: (tree, change, news) => {
        this.open.change(tree, change);
        this.show();
        this.announce(news);
      },
      onArrows: (arrows) => this.board.showArrows(arrows),
      onEvaluation: (evaluation) => this.board.gauge.showEvaluation(evaluation),
      announce: this.announce,
    });
    this.input = new MoveInput({
      game: () => this.tree.game,
      onMove: (choices) => void this.attemptOneOf(choices),
      onProblem: (message) => this.announce(message, 'problem'),
    });
    this.steps = makeSteps({
      ...walkThrough(() => this.tree, this.look.bind(this)),
      onUndo: () => this.undo(),
      onFlip: () => this.board.flip(),
    });
    this.games = new GameList(this.gamesByLink.element, {
      current: () => this.open.id,
      rules: () => this.rules,
      announce: this.announce,
      onOpen: (game) => this.openKept(game),
      onForget: (game) => this.forget(game),
    });
    this.element = this.layOut();
    listenForKeys(this.element, () => this.steps, {
      keys: { a: () => this.computer.toggleAnalysis(), h: () => this.computer.showHint() },
    });
    this.turnToPlayer();
    this.show();
  }

  private get tree(): GameTree {
    return this.open.tree;
  }

  /** Puts another game on the board. The previous one stays in the list of games, and Undo restores it. */
  load(tree: GameTree, news: string, change = 'opening a game'): void {
    this.open.replace(tree, change);
    this.begin(news);
  }

  /** Opens a position, unless the board shows it already. */
  openPosition(rules: RuleSet, position: Position): void {
    const { game } = this.tree;
    const isSame = game.rules.name === rules.name && game.rules.variant.ini === rules.variant.ini;
    if (isSame && game.fen === rules.makeFen(position)) return;
    this.load(GameTree.start(rules, position), 'The position is on the board.');
  }

  /** Does the address lead to the position on the board? */
  isAt(address: string): boolean {
    return address === addressOf(this.tree.game);
  }

  /** To be called once the view is in the page. */
  placed(): void {
    this.board.fit();
    this.computer.placed();
    void this.gamesByLink.refresh().then((some) => this.games.showByLink(some));
    // Meanwhile the visitor may have made a game.
    this.picker.show(this.tree.rules);
    whenIdle(() => void askServer().then(() => this.picker.show(this.tree.rules)));
    this.showAddress();
  }

  /** To be called before the view goes from the page. */
  leave(): void {
    this.computer.leave();
  }

  /** Announces why a position could not be opened. */
  reportProblem(problem: string): void {
    this.announce(problem, 'problem');
  }

  private layOut(): HTMLElement {
    const notation = makeNotation({
      tree: () => this.tree,
      rules: () => this.rules,
      onPasted: (game) => this.loadPasted(game),
      announce: this.announce,
    });
    const { board, editor, status, computer, tables, moves, steps, input } = this;
    const { picker, rulesLink, games, settled } = this;
    return layOut({
      ...{ board, editor, status, computer, tables, moves, steps, input },
      ...{ picker, rulesLink, games, settled, notation },
      onNewGame: () => this.newGame(),
      onSetUp: () => void this.openEditor(),
      onCopyLink: () => void copyLink(this.tree.game).then((news) => this.announce(news)),
    });
  }

  private attempt(choice: Choice): void {
    const { game } = this.tree;
    const movable = movableSides(this.tree);
    if (!movable.includes(game.turn)) this.announce(whyNoMove(this.tree), 'problem');
    else if (choice.legal) this.playUci(choice.uci);
    else {
      this.board.show({ game, movable, arrows: refusalArrows(choice) });
      this.announce(`${choiceWords(choice)}.`, 'problem');
    }
  }

  private async attemptOneOf(choices: readonly Choice[]): Promise<void> {
    const choice = choices.length > 1 ? await this.board.choose(choices) : choices[0];
    if (choice) this.attempt(choice);
  }

  private playUci(uci: string, player: string = sideName(this.tree.game.turn)): void {
    const played = this.tree.play(uci);
    if (!played.ok) {
      this.announce(`${played.problem.message}.`, 'problem');
      return;
    }
    const { san } = played.value.game.lastPly!;
    this.follow(played.value, san);
    this.status.announceMove(`${player}: ${san}.`, this.tree.game.status.words);
  }

  /** The game's end is where the computer moves, wherever the visitor looks meanwhile. */
  private playComputers(uci: string): void {
    this.open.look(this.tree.goTo(this.tree.endOf()));
    this.playUci(uci, 'Computer');
  }

  private playLine(moves: readonly string[]): void {
    let { tree } = this;
    for (const uci of moves) {
      const played = tree.play(uci);
      if (!played.ok) break;
      tree = played.value;
    }
    const { lastPly } = tree.game;
    this.follow(tree, `the line to ${lastPly?.san}`);
    this.announce(`After ${lastPly?.san}.`);
  }

  private follow(tree: GameTree, change: string): void {
    if (tree.children !== this.tree.children) this.open.change(tree, change);
    else this.open.look(tree);
    this.show();
  }

  private look(node: GameNode): void {
    this.open.look(this.tree.goTo(node));
    this.show();
    const { lastPly } = node.game;
    this.announce(lastPly ? `After ${lastPly.san}.` : 'The first position.');
  }

  /** Against the tables it takes back their move and one's own. */
  private undo(): void {
    this.closeEditor();
    let undone = this.open.undo();
    if (undone === undefined) return;
    if (this.tables.playBoth()) this.tables.playNeither();
    while (this.tables.play(this.tree.game.turn) && this.open.canUndo) undone = this.open.undo();
    if (opponentOf(this.tree)) this.turnToPlayer();
    this.showRules();
    this.show();
    this.announce(`Undone: ${undone}.`);
  }

  private edit(tree: GameTree, change: string): void {
    this.open.change(tree, change);
    this.show();
    this.announce(`Done: ${change}.`, 'news', { label: 'Undo', act: () => this.undo() });
  }

  /** The visitor's side is below; in other games White. */
  private turnToPlayer(): void {
    const opponent = opponentOf(this.tree);
    this.board.turnTo(opponent ? opposite(opponent.color) : WHITE);
  }

  /** Against the computer. */
  private start(tree: GameTree): void {
    if (isFirst(tree.game) && prepares(tree.rules, opponentOf(tree))) return;
    this.load(tree, 'The game begins.', 'the new game');
  }

  private newGame(): void {
    if (prepares(this.rules)) return;
    this.board.turnTo(WHITE);
    this.load(GameTree.start(this.rules), 'A new game.', 'the new game');
  }

  /** The same position under other rules, if they have it; a first position becomes the other game's first one. */
  private changeRules(rules: RuleSet): void {
    const { game } = this.tree;
    if (isFirst(game) && prepares(rules)) {
      this.showRules();
      return;
    }
    const position = isFirst(game) ? rules.parseFen('startpos') : rules.parseFen(game.fen);
    const start = position.ok ? position : rules.parseFen('startpos');
    if (!start.ok) {
      this.showRules();
      this.announce(`${start.problem.message}.`, 'problem');
      return;
    }
    const where = position.ok && !isFirst(game) ? 'from this position' : 'a new game';
    this.load(
      GameTree.start(rules, start.value),
      `${rules.title}, ${where}.`,
      'the change of rules',
    );
  }

  /** The chosen rules are those of the game on the board. */
  private showRules(): void {
    this.rules = this.tree.rules;
    this.picker.show(this.rules);
  }

  private loadPasted({ tree, namesRules, more }: ParsedGame): void {
    const chosen = this.rules;
    const first = more ? 'Loaded the first game of several' : 'Loaded';
    const other = namesRules || tree.rules.name !== chosen.name;
    this.load(tree, `${first}${other ? `, by the rules of ${tree.rules.title}` : ''}.`, 'loading');
    // The next game that does not name its rules has those that were chosen.
    this.rules = chosen;
  }

  private openKept(game: DeviceGame): void {
    const tree = treeOf(game);
    if (tree.ok) {
      this.open.open(game, tree.value);
      this.begin('The game goes on.');
    } else this.announce(`${tree.problem.message}.`, 'problem');
  }

  private forget(game: DeviceGame): void {
    forgetGame(game.id);
    void this.games.refresh();
    const act = () => {
      addToList(game);
      void this.games.refresh();
      this.announce('The game is back.');
    };
    this.announce('The game is deleted.', 'news', { label: 'Undo', act });
  }

  /** After another game has come. */
  private begin(news: string): void {
    this.tables.playNeither();
    if (opponentOf(this.tree)) this.turnToPlayer();
    this.showRules();
    this.closeEditor();
    this.show();
    void this.games.refresh();
    this.announce(news, 'news', { label: 'Undo', act: () => this.undo() });
    // On a phone the pressed button may be far below the board.
    if (this.element.isConnected) scrollTo({ top: 0 });
  }

  private show(): void {
    const { tree } = this;
    const { game } = tree;
    const { ending, threat } = game.status;
    const opponent = opponentIn(tree);
    const resignation = ending ? undefined : resignationWords(tree);
    const over = ending !== undefined || resignation !== undefined;
    setDimensions(this.element, game.rules.board);
    this.rulesLink.setAttribute('href', rulesHash(game.rules.name));
    this.board.show({
      game,
      movable: movableSides(tree),
      // Why it is over.
      arrows:
        ending && threat ? [{ from: threat.move.from, to: threat.move.to, color: 'red' }] : [],
    });
    this.status.show(game, resignation);
    this.moves.show(tree);
    void this.settled.show(tree.tags);
    this.input.show(game, over);
    this.steps.show({
      isFirst: tree.current === tree.root,
      isLast: tree.childrenOf(tree.current).length === 0,
      // A game against the computer has a takeback.
      canUndo: opponent ? undefined : this.open.canUndo,
    });
    // They would tell the best moves.
    if (opponent) this.tables.hide();
    else void this.tables.show(game, over);
    this.computer.show(tree);
    this.showAddress();
  }

  /** The address names the position, so that it can be shared and kept. */
  private showAddress(): void {
    if (!this.element.isConnected) return;
    const hash = addressOf(this.tree.game);
    if (location.hash !== hash) history.replaceState(null, '', hash);
  }

  private async openEditor(): Promise<void> {
    const editor = await this.editor.open(this.tree.game, {
      onChange: (edited) => void this.tables.show(edited, true),
      onDone: (edited) =>
        this.load(GameTree.of(edited), 'The position is set up.', 'setting a position up'),
      onCancel: () => {
        this.closeEditor();
        this.show();
      },
    });
    if (!editor) return;
    this.element.classList.add('editing');
    editor.placed();
    scrollTo({ top: 0 });
  }

  private closeEditor(): void {
    this.editor.close();
    this.element.classList.remove('editing');
  }
}
