/** Barriers of a page, as axe finds them. A page that is looked at so is visited with `bypassCSP`: axe comes from outside. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a colour can break: the rest does not depend on light or dark. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

export const loadAxe = (page: Page): Promise<unknown> => page.evaluate(axe);

export async function violations(page: Page, rules: readonly string[]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const { run } = (
      window as unknown as { axe: { run: (...input: unknown[]) => Promise<unknown> } }
    ).axe;
    const options = { runOnly, resultTypes: ['violations'], preload: false, iframes: false };
    const result = (await run(document, options)) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    return result.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 120)}`);
  }, rules);
}
