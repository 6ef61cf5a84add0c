/** A QR code as a camera sees it: from the pixels of the screen, by a decoder that has nothing to do with the page. */
import type { Locator, Page } from 'playwright-core';
import decode from 'qr/decode.js';

/** @throws where nothing on the picture can be read */
export async function readQr(page: Page, code: Locator): Promise<string> {
  const png = (await code.screenshot()).toString('base64');
  const { width, height, data } = await page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (character) => character.codePointAt(0) ?? 0);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (canvas === null) throw new Error('this browser draws nothing');
    canvas.drawImage(bitmap, 0, 0);
    const pixels = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width: bitmap.width, height: bitmap.height, data: [...pixels.data] };
  }, png);
  return decode({ width, height, data: Uint8Array.from(data) });
}
