import { button, element, uniqueId } from '../dom.ts';

/** The link to send to a friend. */
export function makeShare(id: string): HTMLElement {
  const link = new URL(`#game=${id}`, document.baseURI).href;
  const field = element('input', {
    id: uniqueId('link'),
    type: 'text',
    readonly: true,
    value: link,
    onfocus: () => field.select(),
  });
  const told = element('span', { role: 'status' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      told.textContent = 'Copied.';
    } catch {
      field.select();
      told.textContent = 'Copy the marked text.';
    }
  };
  return element(
    'div',
    { class: 'share' },
    element('label', { for: field.id }, 'Send this link to your friend'),
    field,
    element(
      'div',
      { class: 'buttons' },
      button('Copy the link', () => void copy()),
      told,
    ),
  );
}
