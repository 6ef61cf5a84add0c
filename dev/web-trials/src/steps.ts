/** A person's steps in the pages, by the words and names on the screen. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Exchange } from '../../e2e/src/exchange';
import { credit } from './exchange';

export const part = (page: Page, name: string) => page.locator(`[data-test=${name}]`);

const backups = new Map<string, string>();

/** The backup that the page has shown of an account that it made. */
export const backupOf = (user: string): string => backups.get(user) ?? '';

/** @returns the public key: the user's name on the exchange */
export async function startTrading(page: Page): Promise<string> {
  await page.getByRole('banner').getByRole('button', { name: 'Start trading' }).click();
  const seed = (await part(page, 'backup').textContent()) ?? '';
  await part(page, 'backup-proof').fill(seed.slice(-3));
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await part(page, 'backup').waitFor({ state: 'detached' });
  const owner = (await page.locator('.owner').getAttribute('title')) ?? '';
  backups.set(owner, seed);
  return owner;
}

/** A new user with money, on the page of a market. */
export async function traderAt(
  page: Page,
  exchange: Exchange,
  path: string,
  usd = 100,
): Promise<string> {
  await page.goto(path);
  const user = await startTrading(page);
  await credit(exchange, user, usd);
  await hasText(page, 'available', `$${usd}.00`);
  return user;
}

/** Until a part of the page shows the text. */
export async function hasText(page: Page, name: string, text: string | RegExp): Promise<void> {
  const wanted =
    typeof text === 'string' ? new RegExp(text.replaceAll(/[$.?*+()]/g, '\\$&')) : text;
  await page.waitForFunction(
    ([selector, source]) =>
      new RegExp(source).test(document.querySelector(selector)?.textContent ?? ''),
    [`[data-test=${name}]`, wanted.source] as const,
  );
}

export const textOf = async (page: Page, name: string): Promise<string> =>
  (await part(page, name).first().innerText()).replaceAll(/\s+/g, ' ');

/** From the receipt of an order to the next one. */
export const another = (page: Page): Promise<void> => part(page, 'another').click();

/** Enters an order, after the receipt of the last one, and waits until the button says what it does. */
export async function enter(page: Page, amount: number, button: RegExp): Promise<void> {
  if (await part(page, 'another').isVisible()) await another(page);
  await part(page, 'amount').fill(String(amount));
  await hasText(page, 'send', button);
}

export async function send(page: Page): Promise<string> {
  await part(page, 'send').click();
  await part(page, 'receipt').waitFor();
  return textOf(page, 'receipt');
}

/** The page asks for the account's own key: its backup. */
export async function signAsOwner(page: Page, backup: string): Promise<void> {
  await part(page, 'owner-backup').fill(backup);
  await part(page, 'owner-sign').click();
}

/** The owner lets the key of this browser spend more a day, on the page of the key. */
export async function letSpend(page: Page, usd: number, backup: string): Promise<void> {
  await page.goto('/key');
  await part(page, 'change-bounds').click();
  await part(page, 'bounds-most').fill(String(usd));
  await part(page, 'bounds-sign').click();
  await signAsOwner(page, backup);
  await part(page, 'bounds-sign').waitFor({ state: 'detached' });
}

export function isClean(problems: readonly string[]): void {
  expect(problems).toEqual([]);
}
