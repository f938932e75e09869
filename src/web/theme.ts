/** Light or dark colours, where the visitor wants others than the system's. */
type Theme = 'light' | 'dark';

const KEY = 'metatb-theme';
/** As `--paper` of page.css; browsers colour their own bars with it. */
const PAPER: Readonly<Record<Theme, string>> = { light: '#f6f4ef', dark: '#191a1d' };

/** Sets the colours that the visitor has chosen before, and has the header's button change them. */
export function startTheme(button: HTMLButtonElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const systemTheme = (): Theme => (system.matches ? 'dark' : 'light');
  let chosen = readChoice();
  const show = () => {
    const theme = chosen ?? systemTheme();
    if (chosen) document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
    button.setAttribute('aria-pressed', String(theme === 'dark'));
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = PAPER[theme];
    }
  };
  button.addEventListener('click', () => {
    const wanted = (chosen ?? systemTheme()) === 'dark' ? 'light' : 'dark';
    // Choosing the system's colours again means following the system from then on.
    chosen = wanted === systemTheme() ? undefined : wanted;
    keepChoice(chosen);
    show();
  });
  system.addEventListener('change', show);
  show();
}

function readChoice(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : undefined;
  } catch {
    // No permission to keep anything.
    return undefined;
  }
}

function keepChoice(theme: Theme | undefined): void {
  try {
    if (theme) localStorage.setItem(KEY, theme);
    else localStorage.removeItem(KEY);
  } catch {
    // The choice lasts as long as the page.
  }
}
