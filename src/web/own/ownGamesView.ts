import '../style/own.css';
import { MOST_BYTES } from '../../rules/ini/sections.ts';
import { button, element } from '../dom.ts';
import { keep, readKept } from '../kept.ts';
import type { NewsAction } from '../play/status.ts';
import { TextCheck } from './check.ts';
import { exampleText } from './exampleText.ts';
import { fits, IniEditor, MOST_LINES } from './iniEditor.ts';
import { KeptGames } from './keptGames.ts';
import { makeKeyHelp } from './keyHelp.ts';
import { SectionList } from './sectionList.ts';

/** The text typed so far. */
const KEY = 'metatb-own-text';

/** Games of the visitor's own: a variants.ini, checked while it is written, and the games that are kept. */
export class OwnGamesView {
  readonly element: HTMLElement;
  private readonly editor = new IniEditor({
    onInput: (text) => this.changed(text),
    onTooLong: () => this.announce(tooLong('The text'), 'problem'),
  });
  private readonly list = new SectionList({
    onLine: (line) => this.editor.goTo(line),
    onProblem: (message) => this.announce(message, 'problem'),
  });
  private readonly check = new TextCheck({
    onRead: () => this.list.clear(),
    onSection: (section) => this.list.add(section),
    onEnd: (problem) => this.checked(problem),
  });
  private readonly kept = new KeptGames({
    onEdit: ({ title, variant }) => this.replaceText(variant.ini!, `${title} is in the field.`),
    announce: (...said) => this.announce(...said),
  });
  private readonly announcer = element('p', { class: 'announcer', role: 'status' });
  private readonly verdict = element('p', { class: 'checked', role: 'status' });
  private readonly left = new AbortController();

  constructor() {
    this.element = this.layOut();
    this.acceptDrops();
    this.editor.text = readKept(KEY) ?? exampleText;
    this.check.check(this.editor.text);
  }

  leave(): void {
    this.check.stop();
    this.editor.leave();
    this.left.abort();
  }

  private layOut(): HTMLElement {
    const chooser = element('input', {
      type: 'file',
      accept: '.ini,.txt,text/plain',
      hidden: true,
      onchange: () => {
        void this.read(chooser.files?.[0]);
        chooser.value = '';
      },
    });
    return element(
      'div',
      { class: 'own-view' },
      element('h1', {}, 'Your own game'),
      element(
        'p',
        { class: 'lead' },
        'Describe a game, or paste or drop a variants.ini: it is played, explained and solved like the others.',
      ),
      element(
        'div',
        { class: 'own-text' },
        element(
          'div',
          { class: 'buttons' },
          button('Choose a file…', () => chooser.click()),
          chooser,
          button('Example', () => this.replaceText(exampleText, 'The example is in the field.')),
          button('Clear', () => this.replaceText('', 'The field is empty.')),
        ),
        this.editor.element,
        this.announcer,
        this.list.problems,
        makeKeyHelp(),
      ),
      element(
        'div',
        { class: 'own-side' },
        element(
          'section',
          { class: 'card' },
          element('h2', {}, 'In this text'),
          this.verdict,
          this.list.games,
        ),
        this.kept.element,
      ),
    );
  }

  private acceptDrops(): void {
    const { signal } = this.left;
    const { element } = this;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
    // Elsewhere on the page, too: there a browser would leave it for the file.
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        element.classList.add('dropping');
      },
      { signal },
    );
    addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!relatedTarget) element.classList.remove('dropping');
      },
      { signal },
    );
    addEventListener(
      'drop',
      (event) => {
        element.classList.remove('dropping');
        if (!hasFiles(event)) return;
        event.preventDefault();
        void this.read(event.dataTransfer?.files[0]);
      },
      { signal },
    );
  }

  private async read(file: File | undefined): Promise<void> {
    if (!file) return;
    const { name } = file;
    const text = file.size <= MOST_BYTES ? await file.text() : undefined;
    if (text === undefined || !fits(text)) return this.announce(tooLong(name), 'problem');
    if (/[\0\ufffd]/.test(text)) {
      return this.announce(`${name} is no text: a variants.ini is one, in UTF-8.`, 'problem');
    }
    this.replaceText(text, `${name} is in the field.`);
  }

  /** Another text takes the place of this one. */
  private replaceText(text: string, news: string): void {
    const before = this.editor.text;
    this.put(text);
    const act = () => {
      this.put(before);
      this.announce('The text before is back.');
    };
    this.announce(news, 'news', { label: 'Undo', act });
  }

  private put(text: string): void {
    this.editor.text = text;
    this.changed(text);
  }

  private changed(text: string): void {
    // A longer one is refused, and would fill the browser's storage.
    if (fits(text)) keep(KEY, text);
    this.announce('');
    this.check.check(text);
  }

  private checked(problem: string | undefined): void {
    this.editor.mark(this.list.wrongLines);
    this.verdict.textContent = problem ?? this.list.words();
    this.verdict.classList.toggle('problem', problem !== undefined);
  }

  private announce(text: string, kind: 'news' | 'problem' = 'news', action?: NewsAction): void {
    this.announcer.className = `announcer ${kind}`;
    this.announcer.textContent = text;
    if (action) this.announcer.append(' ', button(action.label, action.act, { class: 'inline' }));
  }
}

function tooLong(what: string): string {
  return `${what} is too long: at most ${MOST_BYTES} bytes and ${MOST_LINES} lines.`;
}
