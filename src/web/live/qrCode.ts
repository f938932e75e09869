import { generate } from 'lean-qr';
import { toSvg } from 'lean-qr/extras/svg';

/** A QR code as a picture, dark on light in every colour scheme: scanners expect it so. */
export function makeQrCode(text: string): SVGElement {
  const picture = toSvg(generate(text), document, { on: '#000', off: '#fff' });
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', 'The link as a QR code');
  return picture;
}
