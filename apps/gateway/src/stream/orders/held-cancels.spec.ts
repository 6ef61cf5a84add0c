/** The table of held cancels: which are admitted, the order in which they are sent, and their results. */
import { describe, expect, it } from 'vitest';
import type { SignedCancelAllRequest } from '@bellwether/api';
import { encodeCancelAll } from '@bellwether/canonical-message';
import { CodedError } from '@bellwether/errors';
import { MAX_NONCE_LEAD } from '@bellwether/exchange';
import type { Code } from '@bellwether/errors';
import { createLogger } from '@bellwether/runtime';
import { publicKeyOf, sign } from '@bellwether/signature';
import type { EngineReader } from '../../live/shared-queries';
import { HeldCancels } from './held-cancels';
import type { CancelFate, HeldCancel, HeldCancelsParts } from './held-cancels';
import { CANCELLING_AT_ONCE } from './limits';

const log = createLogger({ service: 'test', level: 'silent' });
const LIMITS = { all: 6, reserved: 0, ofStrangers: 3, ofUser: 2, ofFundedUser: 4, few: 2 };
const seedOf = (number: number) => new Uint8Array(32).fill(number);

function signed(
  number: number,
  nonce: number,
  marketId: Uint8Array | null = null,
): SignedCancelAllRequest {
  const message = { user: publicKeyOf(seedOf(number)), marketId, nonce };
  return { ...message, signature: sign(encodeCancelAll(message), seedOf(number)) };
}

/** Cancels of the first account, signed by the key of the second. */
function signedFor(number: number, key: number, nonce: number): SignedCancelAllRequest {
  const message = { user: publicKeyOf(seedOf(number)), marketId: null, nonce };
  const signature = sign(encodeCancelAll(message), seedOf(key));
  return { ...message, signer: publicKeyOf(seedOf(key)), signature };
}

const held = (
  number: number,
  nonce: number,
  { isOfStranger = false, equityMicroUsdc = 1_000_000 }: Partial<HeldCancel> = {},
): HeldCancel => ({
  cancelAll: signed(number, nonce),
  requestId: `r${nonce}`,
  isOfStranger,
  equityMicroUsdc,
});
const STRANGER = { isOfStranger: true, equityMicroUsdc: 0 };
const FUNDED = { equityMicroUsdc: 100_000_000 };

const TIME_MS = 1_795_000_000_000;
const MARKET = new Uint8Array(32).fill(1);

/** The engine's answers about every user: one key may trade, and one market exists. */
const engineOf = (used: object, total: number, key?: number): EngineReader => ({
  query: async (what, params) => {
    const views: Record<string, unknown> = {
      nonces: { order: 0, cancel_all: 0, ...used },
      balance: { total },
      trading_keys:
        key === undefined ? [] : [{ tradingKey: publicKeyOf(seedOf(key)), ended: null }],
      market: 'marketId' in params && params.marketId?.[0] === MARKET[0] ? {} : null,
    };
    // oxlint-disable-next-line typescript/no-explicit-any
    return { view: views[what], seq: 1, timestampMs: TIME_MS } as any;
  },
});

type Sender = (cancelAll: SignedCancelAllRequest) => Promise<void>;

function tableOf(send: Sender = async () => undefined, more: Partial<HeldCancelsParts> = {}) {
  const fates: CancelFate[] = [];
  const cancelAll: HeldCancelsParts['operations']['cancelAll'] = async (request) => {
    await send(request);
    const { nonce } = request;
    const { user, marketId } = request;
    const kind = 'cancel_all' as const;
    const answer = { kind, user, marketId, nonce, cancelled: [], releasedMicroUsdc: 0 };
    const place = { clientId: null, seq: 1, timestampMs: 1_000 };
    return { replayed: false, answer: { ...answer, ...place } };
  };
  const table = new HeldCancels({
    operations: { cancelAll },
    engine: engineOf({}, 1),
    log,
    nowMs: () => TIME_MS,
    onFate: (fate) => fates.push(fate),
    limits: LIMITS,
    ...more,
  });
  return { table, fates };
}

const refused = (run: () => void): Code | 'taken' => {
  try {
    run();
    return 'taken';
  } catch (error) {
    return error instanceof CodedError ? error.code : 'INTERNAL';
  }
};

describe('a held cancel', () => {
  it('is of a stranger if its user has no money and has done nothing', async () => {
    const examine = async (used: object, total: number) =>
      (await tableOf(undefined, { engine: engineOf(used, total) }).table.examine(signed(1, 5), 'r'))
        .isOfStranger;
    expect(await examine({}, 0)).toBe(true);
    expect(await examine({}, 1)).toBe(false);
    expect(await examine({ order: 3 }, 0)).toBe(false);
  });

  it('is refused if the engine would refuse it', async () => {
    const { table } = tableOf(undefined, { engine: engineOf({ cancel_all: 5 }, 1) });
    const codeOf = (cancelAll: SignedCancelAllRequest) =>
      table.examine(cancelAll, 'r').then(
        () => 'taken',
        (error: unknown) => (error instanceof CodedError ? error.code : String(error)),
      );
    expect(await codeOf(signed(1, 6))).toBe('taken');
    expect(await codeOf(signed(1, 5))).toBe('NONCE_TOO_LOW');
    expect(await codeOf({ ...signed(1, 6), nonce: 7 })).toBe('SIGNATURE_INVALID');
    expect(await codeOf({ ...signed(1, 6), user: publicKeyOf(seedOf(2)) })).toBe(
      'SIGNATURE_INVALID',
    );
    expect(await codeOf(signed(1, 6, MARKET))).toBe('taken');
    expect(await codeOf(signed(1, 6, new Uint8Array(32).fill(2)))).toBe('MARKET_NOT_FOUND');
  });

  it('is refused to a key that may not trade, also where that is the user’s own', async () => {
    const { table } = tableOf(undefined, { engine: engineOf({}, 1, 2) });
    expect(await table.examine(signedFor(1, 2, 6), 'r')).toMatchObject({ requestId: 'r' });
    for (const key of [1, 3]) {
      await expect(table.examine(signedFor(1, key, 6), 'r')).rejects.toMatchObject({
        code: 'TRADING_KEY_UNKNOWN',
      });
    }
  });

  it.each([
    ['the time', {}, TIME_MS * 1_000 + MAX_NONCE_LEAD],
    ['the last nonce', { cancel_all: TIME_MS * 2_000 }, TIME_MS * 2_000 + MAX_NONCE_LEAD],
  ])('of a trading key has a nonce a little ahead of %s', async (_title, used, latest) => {
    const { table } = tableOf(undefined, { engine: engineOf(used, 1, 2) });
    expect(await table.examine(signedFor(1, 2, latest), 'r')).toMatchObject({ requestId: 'r' });
    await expect(table.examine(signedFor(1, 2, latest + 1), 'r')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: {
        field: 'nonce',
        value: latest + 1,
        expected: expect.stringMatching(`^at most ${latest}: `),
      },
    });
    // The owner's own have no such bound.
    expect(await table.examine(signed(1, latest + 1), 'r')).toMatchObject({ requestId: 'r' });
  });

  it('of a trading key goes by the present time, however old the last record is', async () => {
    const nowMs = TIME_MS + 60_000;
    const { table } = tableOf(undefined, { engine: engineOf({}, 1, 2), nowMs: () => nowMs });
    const nonce = nowMs * 1_000;
    expect(await table.examine(signedFor(1, 2, nonce), 'r')).toMatchObject({ requestId: 'r' });
  });

  it('has room within the limits of its user, of strangers, and of all', () => {
    const { table } = tableOf();
    const add = (cancel: HeldCancel) => refused(() => table.add(cancel));
    const strangers = [held(1, 1, STRANGER), held(1, 2, STRANGER), held(2, 1, STRANGER)];
    expect(strangers.map(add)).toEqual(['taken', 'taken', 'taken']);
    expect(add(held(1, 3, STRANGER))).toBe('CAPACITY_REACHED');
    expect(add(held(3, 1, STRANGER))).toBe('OVERLOADED');
    expect([held(4, 1), held(5, 1), held(6, 1)].map(add)).toEqual(['taken', 'taken', 'taken']);
    expect(add(held(7, 1))).toBe('OVERLOADED');
    table.remove(strangers[2]!);
    expect(add(held(3, 1, STRANGER))).toBe('taken');
    expect(table.count).toBe(LIMITS.all);
  });

  it('of a user with money has a place among the last ones, which others cannot take', () => {
    const { table } = tableOf(undefined, { limits: { ...LIMITS, reserved: 3 } });
    const add = (cancel: HeldCancel) => refused(() => table.add(cancel));
    expect([held(1, 1), held(1, 2), held(2, 1)].map(add)).toEqual(['taken', 'taken', 'taken']);
    const cent = { equityMicroUsdc: 99_999_999 };
    expect([held(3, 1), held(3, 1, cent)].map(add)).toEqual(['OVERLOADED', 'OVERLOADED']);
    const few = [held(4, 1, FUNDED), held(4, 2, FUNDED)];
    expect(few.map(add)).toEqual(['taken', 'taken']);
    // A user who holds more gets a place that is not reserved, or none.
    expect(add(held(4, 3, FUNDED))).toBe('OVERLOADED');
    expect(add(held(5, 1, FUNDED))).toBe('taken');
    expect(add(held(6, 1, FUNDED))).toBe('OVERLOADED');
  });

  it('is one of more that a user with money may have', () => {
    const { table } = tableOf();
    const add = (cancel: HeldCancel) => refused(() => table.add(cancel));
    const all = [1, 2, 3, 4, 5].map((nonce) => held(1, nonce, FUNDED));
    expect(all.map(add)).toEqual(['taken', 'taken', 'taken', 'taken', 'CAPACITY_REACHED']);
    expect([held(2, 1), held(2, 2), held(2, 3)].map(add).at(-1)).toBe('CAPACITY_REACHED');
  });
});

describe('the cancels of a session that ended', () => {
  it('are sent in the order of their nonces, and make room', async () => {
    const sent: number[] = [];
    const { table, fates } = tableOf(async ({ nonce }) => void sent.push(nonce));
    const all = [held(1, 9), held(1, 4)];
    for (const cancel of all) table.add(cancel);
    table.send(all);
    await table.settled(60_000);
    expect([sent, fates, table.count]).toEqual([[4, 9], ['sent', 'sent'], 0]);
  });

  it('are sent again while the engine is away, and given up where it refuses', async () => {
    const codes: Code[] = ['ENGINE_UNAVAILABLE', 'OUTCOME_UNKNOWN', 'NONCE_TOO_LOW'];
    let tries = 0;
    const { table, fates } = tableOf(async () => {
      throw new CodedError(codes[tries++]!);
    });
    const cancel = held(1, 1);
    table.add(cancel);
    table.send([cancel]);
    await table.settled(60_000);
    expect([tries, fates, table.count]).toEqual([3, ['refused'], 0]);
  });

  it('are those of so many sessions at a time', async () => {
    let [now, most] = [0, 0];
    const limits = { ...LIMITS, all: 1_000, ofStrangers: 0, ofUser: 1_000 };
    const { table, fates } = tableOf(
      async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now--;
      },
      { limits },
    );
    for (let session = 1; session <= 3 * CANCELLING_AT_ONCE; session++) {
      const cancel = held(1, session);
      table.add(cancel);
      table.send([cancel]);
    }
    await table.settled(60_000);
    expect(most).toBe(CANCELLING_AT_ONCE);
    expect(fates).toHaveLength(3 * CANCELLING_AT_ONCE);
  });
});
