import type { Color } from '../../pieces/army.ts';
import type { Choice } from '../../play/choice.ts';
import type { Game } from '../../play/game.ts';
import type { GameNode } from '../../play/gameTree.ts';
import { GameTree } from '../../play/gameTree.ts';
import type { ParsedGame } from '../../play/pgn.ts';
import { choiceWords, sideName } from '../../play/words.ts';
import type { Position } from '../../position/position.ts';
import { defaultGame } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { setDimensions } from '../board/dimensions.ts';
import { GameBoard, refusalArrows } from '../board/gameBoard.ts';
import { button, element } from '../dom.ts';
import { askServer } from '../games/catalog.ts';
import { addToList, type DeviceGame, forgetGame, treeOf } from '../games/deviceGames.ts';
import { GameList } from '../games/gameList.ts';
import { OpenGame } from '../games/openGame.ts';
import { linkTo } from '../games/positionLink.ts';
import { OwnGamesSlot } from '../live/ownGamesSlot.ts';
import { playHash, rulesHash } from '../route.ts';
import { whenIdle } from '../whenIdle.ts';
import { EditorSlot } from './editorSlot.ts';
import { listenForKeys } from './keys.ts';
import { MoveInput } from './moveInput.ts';
import { MoveList } from './moveList.ts';
import { makeNotation } from './notation.ts';
import { RulesPicker } from './rulesPicker.ts';
import { Status } from './status.ts';
import { makeSteps, type Steps } from './steps.ts';
import { TablesSlot } from './tablesSlot.ts';

const BOTH: readonly Color[] = [0, 1];

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
  private readonly tables: TablesSlot;
  private readonly picker = new RulesPicker((chosen) => this.changeRules(chosen));
  private readonly rulesLink = element('a', {}, 'Its rules');
  private readonly input: MoveInput;
  private readonly steps: Steps;
  private readonly games: GameList;
  private readonly gamesByLink = new OwnGamesSlot();
  private readonly editor = new EditorSlot();
  /** The rules that the visitor has chosen: those of a game that does not name its own. */
  private rules: RuleSet;

  constructor() {
    this.rules = this.tree.rules;
    this.board = new GameBoard({ onTry: (choice) => this.attempt(choice) });
    this.tables = new TablesSlot({
      onMove: (move) => this.playUci(this.tree.rules.makeUci(move)),
      onArrows: (arrows) => this.board.showArrows(arrows),
      onOutcome: (outcome) => this.board.showOutcome(outcome),
    });
    this.input = new MoveInput({
      game: () => this.tree.game,
      onMove: (choices) => void this.attemptOneOf(choices),
      onProblem: (message) => this.status.announce(message, 'problem'),
    });
    this.steps = makeSteps({
      onFirst: () => this.look(this.tree.root),
      onBack: () => this.look(this.tree.current.parent ?? this.tree.root),
      onForward: () => this.look(this.tree.childrenOf(this.tree.current)[0] ?? this.tree.current),
      onLast: () => this.look(this.tree.endOf(this.tree.current)),
      onUndo: () => this.undo(),
      onFlip: () => this.board.flip(),
    });
    this.games = new GameList(this.gamesByLink.element, {
      current: () => this.open.id,
      onOpen: (game) => this.openKept(game),
      onForget: (game) => this.forget(game),
    });
    this.element = this.layOut();
    listenForKeys(this.element, this.steps);
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
    return address === this.address();
  }

  /** To be called once the view is in the page. */
  placed(): void {
    this.board.fit();
    void this.gamesByLink.refresh().then((some) => this.games.showByLink(some));
    // Meanwhile the visitor may have made a game.
    this.picker.show(this.tree.rules);
    whenIdle(() => void askServer().then(() => this.picker.show(this.tree.rules)));
    this.showAddress();
  }

  /** Announces why a position could not be opened. */
  reportProblem(problem: string): void {
    this.status.announce(problem, 'problem');
  }

  private layOut(): HTMLElement {
    const announce = this.status.announce.bind(this.status);
    const notation = makeNotation({
      tree: () => this.tree,
      rules: () => this.rules,
      onPasted: (game) => this.loadPasted(game),
      announce,
    });
    return element(
      'div',
      { class: 'play' },
      element('div', { class: 'board-column' }, this.board.element, this.editor.board),
      element(
        'div',
        { class: 'side-column' },
        this.editor.tools,
        this.status.element,
        this.tables.element,
        element('div', { class: 'record' }, this.moves.element, this.steps.element),
        this.input.element,
        element(
          'div',
          { class: 'tools' },
          element(
            'div',
            { class: 'buttons' },
            button('New game', () => this.newGame()),
            element(
              'span',
              { class: 'rules-picker' },
              element(
                'label',
                { class: 'picker' },
                element('span', {}, 'Rules'),
                this.picker.element,
              ),
              this.rulesLink,
            ),
            button('Set up a position', () => void this.openEditor()),
            button('Copy link', () => void this.copyLink()),
          ),
          notation,
          this.games.element,
          this.status.inWords,
        ),
      ),
    );
  }

  private attempt(choice: Choice): void {
    const { game } = this.tree;
    if (game.status.ending) this.status.announce('The game is over.', 'problem');
    else if (choice.legal) this.playUci(choice.uci);
    else {
      this.board.show({ game, movable: BOTH, arrows: refusalArrows(choice) });
      this.status.announce(`${choiceWords(choice)}.`, 'problem');
    }
  }

  private async attemptOneOf(choices: readonly Choice[]): Promise<void> {
    const choice = choices.length > 1 ? await this.board.choose(choices) : choices[0];
    if (choice) this.attempt(choice);
  }

  private playUci(uci: string): void {
    const side = sideName(this.tree.game.turn);
    const played = this.tree.play(uci);
    if (!played.ok) {
      this.status.announce(`${played.problem.message}.`, 'problem');
      return;
    }
    const { san } = played.value.game.lastPly!;
    const isNew = played.value.children !== this.tree.children;
    if (isNew) this.open.change(played.value, san);
    else this.open.look(played.value);
    this.show();
    this.status.announceMove(`${side}: ${san}.`, this.tree.game.status.words);
  }

  private look(node: GameNode): void {
    this.open.look(this.tree.goTo(node));
    this.show();
    const { lastPly } = node.game;
    this.status.announce(lastPly ? `After ${lastPly.san}.` : 'The first position.');
  }

  /** Against the tables it takes back their move and one's own. */
  private undo(): void {
    this.closeEditor();
    let undone = this.open.undo();
    if (undone === undefined) return;
    if (this.tables.playBoth()) this.tables.playNeither();
    while (this.tables.play(this.tree.game.turn) && this.open.canUndo) undone = this.open.undo();
    this.showRules();
    this.show();
    this.status.announce(`Undone: ${undone}.`);
  }

  private edit(tree: GameTree, change: string): void {
    this.open.change(tree, change);
    this.show();
    const act = () => this.undo();
    this.status.announce(`Done: ${change}.`, 'news', { label: 'Undo', act });
  }

  private newGame(): void {
    this.board.turnTo(0);
    this.load(GameTree.start(this.rules), 'A new game.', 'the new game');
  }

  /** The same position under other rules, if they have it; a first position becomes the other game's first one. */
  private changeRules(rules: RuleSet): void {
    const { game } = this.tree;
    const position = isFirst(game) ? rules.parseFen('startpos') : rules.parseFen(game.fen);
    const start = position.ok ? position : rules.parseFen('startpos');
    if (!start.ok) {
      this.showRules();
      this.status.announce(`${start.problem.message}.`, 'problem');
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
    } else this.status.announce(`${tree.problem.message}.`, 'problem');
  }

  private forget(game: DeviceGame): void {
    forgetGame(game.id);
    this.games.refresh();
    const act = () => {
      addToList(game);
      this.games.refresh();
      this.status.announce('The game is back.');
    };
    this.status.announce('The game is deleted.', 'news', { label: 'Undo', act });
  }

  /** After another game has come. */
  private begin(news: string): void {
    this.tables.playNeither();
    this.showRules();
    this.closeEditor();
    this.show();
    this.games.refresh();
    this.status.announce(news, 'news', { label: 'Undo', act: () => this.undo() });
    // On a phone the pressed button may be far below the board.
    if (this.element.isConnected) scrollTo({ top: 0 });
  }

  private show(): void {
    const { tree } = this;
    const { game } = tree;
    const { ending, threat } = game.status;
    setDimensions(this.element, game.rules.board);
    this.rulesLink.setAttribute('href', rulesHash(game.rules.name));
    this.board.show({
      game,
      movable: ending ? [] : BOTH,
      // Why it is over.
      arrows:
        ending && threat ? [{ from: threat.move.from, to: threat.move.to, color: 'red' }] : [],
    });
    this.status.show(game);
    this.moves.show(tree);
    this.input.show(game, ending !== undefined);
    this.steps.show({
      isFirst: tree.current === tree.root,
      isLast: tree.childrenOf(tree.current).length === 0,
      canUndo: this.open.canUndo,
    });
    void this.tables.show(game, ending !== undefined);
    this.showAddress();
  }

  /** The address names the position, so that it can be shared and kept. */
  private showAddress(): void {
    if (!this.element.isConnected) return;
    const hash = this.address();
    if (location.hash !== hash) history.replaceState(null, '', hash);
  }

  private address(): string {
    const { game } = this.tree;
    if (game.rules === defaultGame && isFirst(game)) return '#play';
    return playHash(game.rules.name, game.fen);
  }

  private async copyLink(): Promise<void> {
    const { game } = this.tree;
    const link = await linkTo(game.rules, game.fen);
    try {
      await navigator.clipboard.writeText(link);
      this.status.announce('The link to this position is copied.');
    } catch {
      this.status.announce(`The link to this position: ${link}`);
    }
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

/** Is this the first position of its game? */
function isFirst({ rules, fen }: Game): boolean {
  return rules.variant.start !== undefined && fen === rules.makeFen(rules.start);
}
