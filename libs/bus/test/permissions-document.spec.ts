import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accountOf } from '../src/permissions/accounts';
import { IDENTITIES, rightsOf } from '../src/permissions/rights';
import type { Identity } from '../src/permissions/rights';

const DOCUMENT = new URL('../../../docs/protocol/bus.md', import.meta.url);
const HEAD =
  '| identity | account | asks | answers | makes and writes | reads | follows | purges |';

/** Subjects that differ in their last word alone stand together: `funding.{address, proxy}`. */
function cell(subjects: readonly string[]): string {
  const lastWords = new Map<string, string[]>();
  for (const subject of subjects.toSorted()) {
    const [, before = '', last = ''] =
      /^(.*\.)?([^.]+)$/.exec(subject.replace(/([._])0(?=\.|$)/, '$1<shard>')) ?? [];
    lastWords.set(before, [...(lastWords.get(before) ?? []), last]);
  }
  return [...lastWords]
    .map(([before, words]) =>
      words.length === 1 ? `${before}${words[0]}` : `${before}{${words.join(', ')}}`,
    )
    .map((text) => `\`${text}\``)
    .join(', ');
}

function row(identity: Identity): string {
  const { asks = [], answers = [], publishes = [], ...rights } = rightsOf(identity, 0);
  const { writes = [], reads = [], follows = [], purges = [] } = rights;
  const cells = [
    cell([...asks, ...publishes]),
    cell([...answers, ...(rights.subscribes ?? [])]),
    writes.map(({ stream, subjects }) => `${cell([stream])}: ${cell(subjects)}`).join('; '),
    cell(reads),
    cell(follows),
    cell(purges),
  ];
  return `| \`${identity}\` | ${accountOf(identity)} | ${cells.join(' | ')} |`;
}

it('the table of permissions in docs/protocol/bus.md is the one that the server is given', () => {
  const lines = readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' '));
  const from = lines.indexOf(HEAD) + 2;
  const written = lines.slice(from, from + IDENTITIES.length);
  expect(written.join('\n')).toBe(IDENTITIES.map(row).join('\n').replaceAll(/ +/g, ' '));
});
