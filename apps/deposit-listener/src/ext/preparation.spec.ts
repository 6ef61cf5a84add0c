import { beforeEach, describe, expect, it } from 'vitest';
import type { ChainTransaction } from '@bellwether/persistence';
import { PREPARATION_ATTEMPTS, PREPARATION_ATTEMPTS_MS } from './limits';
import { prepare } from './preparation';
import type { Preparation, PreparationState } from './preparation';

type State = ChainTransaction['state'];

const HOUR_MS = PREPARATION_ATTEMPTS_MS;
const bytes = new Uint8Array(32);

let nowMs: number;
let rows: Pick<ChainTransaction, 'purpose' | 'state' | 'createdMs'>[];
beforeEach(() => {
  nowMs = Date.UTC(2026, 4, 1);
  rows = [];
});

function ended(state: State, times: number): void {
  for (let i = 0; i < times; i++) {
    rows.push({ purpose: `account:1:${rows.length + 1}`, state, createdMs: nowMs });
  }
}

/** Of an account that is not there. */
function prepared(): Promise<PreparationState> {
  const wanted: Preparation = {
    purpose: 'account:1',
    chain: 'main',
    user: bytes,
    depositId: bytes,
    isDone: async () => false,
    instructions: async () => [],
    parts: async () => [],
  };
  const built = { signature: '1'.repeat(64), wireBytes: bytes, lastValidBlockHeight: 1n };
  const parts = {
    stores: {
      transactions: {
        byPurpose: async (purpose: string) => rows.find((row) => row.purpose === purpose) ?? null,
        keep: async ({ purpose }: { purpose: string }) => {
          rows.push({ purpose, state: 'kept', createdMs: nowMs });
        },
      },
      charges: { add: async () => undefined },
    },
    chains: { main: { buildTransaction: async () => built } },
    tariff: { markupBps: 0 },
    now: () => nowMs,
  };
  return prepare(parts as unknown as Parameters<typeof prepare>[0], wanted);
}

const UNDER_WAY = { state: 'under_way' };
const EXPIRED = { state: 'failed', reason: 'expired' };

describe('what must be there for a deposit', () => {
  it('is given up after so many attempts', async () => {
    ended('expired', PREPARATION_ATTEMPTS);
    expect(await prepared()).toEqual(EXPIRED);
  });

  it('is tried again by who comes after an outage', async () => {
    ended('expired', PREPARATION_ATTEMPTS);
    nowMs += HOUR_MS + 1;
    expect(await prepared()).toEqual(UNDER_WAY);
    expect(rows).toHaveLength(PREPARATION_ATTEMPTS + 1);
  });

  it('is made anew once it was made and closed, whatever failed before that', async () => {
    ended('expired', PREPARATION_ATTEMPTS - 1);
    ended('final', 1);
    ended('expired', PREPARATION_ATTEMPTS - 1);
    expect(await prepared()).toEqual(UNDER_WAY);
  });
});
