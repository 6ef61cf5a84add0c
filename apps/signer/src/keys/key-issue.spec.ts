import { expect, it } from 'vitest';
import type { ApiKey } from '@bellwether/persistence';
import { MAX_KEYS_EVER_PER_BUILDER, MAX_KEYS_PER_BUILDER } from '../limits';
import { KeyIssue } from './key-issue';
import type { KeyIssueParts } from './key-issue';

const terms = { builderId: 'b', maxFeeBps: 0, scopes: [], ordersPerSecond: 1, isFirst: false };

it.each([
  ['that work', MAX_KEYS_PER_BUILDER, { revokedMs: null }],
  ['with those that are over', MAX_KEYS_EVER_PER_BUILDER, { revokedMs: 1 }],
])('a builder has so many keys %s', async (_which, limit, key) => {
  const keys = async () => Array.from({ length: limit }, () => key as ApiKey);
  const parts = { store: { keys } } as unknown as KeyIssueParts;
  const made = new KeyIssue({ network: 'test' }, parts).create(terms);
  await expect(made).rejects.toMatchObject({ code: 'CAPACITY_REACHED', details: { limit } });
});
