import { describe, expect, it } from 'vitest';
import type { ChainTransaction } from '@bellwether/persistence';
import { lastAttemptOf } from './last-attempt';

describe('the last attempt', () => {
  it.each([0, 1, 2, 3, 4, 5, 63, 64, 65, 1_000])(
    'is found among %d, with a handful of reads',
    async (attempts) => {
      let reads = 0;
      const transactions = {
        byPurpose: async (purpose: string) => {
          reads++;
          const attempt = Number(purpose.split(':')[1]);
          return attempt <= attempts ? ({ purpose } as ChainTransaction) : null;
        },
      };
      const found = await lastAttemptOf(transactions, (attempt) => `credit:${attempt}`);
      expect(found.attempt).toBe(attempts);
      expect(found.last?.purpose).toBe(attempts === 0 ? undefined : `credit:${attempts}`);
      expect(reads).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(attempts + 2)) + 1);
    },
  );
});
