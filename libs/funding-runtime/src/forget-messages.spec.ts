import { describe, expect, it } from 'vitest';
import { forgetMessages } from './forget-messages';
import { INBOX_RETENTION_MS, OUTBOX_RETENTION_MS } from './limits';

const DAY_MS = 86_400_000;

describe('messages', () => {
  it('are forgotten when they are old, in batches until there are none, by their app alone', async () => {
    const nowMs = 1_000 * DAY_MS;
    const left = { outbox: 1_500, inbox: 700 };
    const asked: unknown[] = [];
    const taken = (table: keyof typeof left, most: number): number => {
      const count = Math.min(most, left[table]);
      left[table] -= count;
      return count;
    };
    const worker = forgetMessages({
      stores: {
        outbox: {
          purge: async ({ beforeMs, limit }) => {
            asked.push(nowMs - beforeMs);
            return taken('outbox', limit);
          },
        },
        inbox: {
          purge: async (consumer, { beforeMs, limit }) => {
            asked.push([consumer, nowMs - beforeMs]);
            return taken('inbox', limit);
          },
        },
      },
      consumer: 'bridge-relayer',
      now: () => nowMs,
    });
    expect([await worker.tick(), await worker.tick(), await worker.tick()]).toEqual([
      1_700, 500, 0,
    ]);
    expect(asked.slice(0, 2)).toEqual([
      OUTBOX_RETENTION_MS,
      ['bridge-relayer', INBOX_RETENTION_MS],
    ]);
  });

  it('are kept for shorter than the marks that they were consumed', () => {
    expect(INBOX_RETENTION_MS).toBeGreaterThan(2 * OUTBOX_RETENTION_MS);
  });
});
