import { button, element, uniqueId } from '../dom.ts';

/** The link to a game of these rules to send to a friend: to copy, to share, and as a QR code. */
export function makeShare(id: string, title: string): HTMLElement {
  const link = new URL(`#game=${id}`, document.baseURI).href;
  const field = element('input', {
    id: uniqueId('link'),
    type: 'text',
    readonly: true,
    value: link,
    onfocus: () => field.select(),
  });
  const outcome = element('span', { role: 'status' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      outcome.textContent = 'Copied.';
    } catch {
      field.select();
      outcome.textContent = 'Copy the selected text.';
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title, text: `A game of ${title}?`, url: link });
    } catch {
      // Closed without choosing.
    }
  };
  const code = element('div', { class: 'qr-code', hidden: true });
  const showCode = async () => {
    code.hidden = !code.hidden;
    toggle.setAttribute('aria-expanded', String(!code.hidden));
    if (code.hidden || code.childElementCount > 0) return;
    const { makeQrCode } = await import('./qrCode.ts');
    code.replaceChildren(makeQrCode(link));
  };
  const toggle = button('QR code', () => void showCode(), { 'aria-expanded': 'false' });
  return element(
    'section',
    { class: 'share card' },
    element('label', { for: field.id }, 'Send this link to your friend'),
    field,
    element(
      'div',
      { class: 'buttons' },
      button('Copy the link', () => void copy(), { class: 'primary' }),
      'share' in navigator && button('Share…', () => void share()),
      toggle,
      outcome,
    ),
    code,
  );
}
