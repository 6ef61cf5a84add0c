/** What the gas reserve gives is given once, never more than there is, and written with what it is given for. */
import { beforeEach, describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { ChainTransactionStore } from '../src/funding/chain-transaction-store';
import { GasChargeStore } from '../src/funding/gas-charge-store';
import { GasReserveStore } from '../src/funding/gas-reserve-store';
import { WithdrawalStore } from '../src/funding/withdrawal-store';
import { NOW_MS, key, signature, withdrawal } from './funding-rows';
import { twoProcesses } from './two-processes';

const MARKUP = 100;

const both = twoProcesses();
let reserve: GasReserveStore;
let withdrawals: WithdrawalStore;

beforeEach(() => {
  reserve = new GasReserveStore(both.db.database);
  withdrawals = new WithdrawalStore(both.db.database);
});

const settled = { collectedMicroUsdc: MARKUP, spentMicroUsdc: 0 };

/** Withdrawals to main with a markup in their fee. */
async function accepted(...names: readonly string[]): Promise<void> {
  const rows = names.map((name, at) => ({
    ...withdrawal(name, at + 1),
    chain: 'main' as const,
    gasItems: [
      { kind: 'transaction_fees', microUsdc: 1_000 - MARKUP },
      { kind: 'markup', microUsdc: MARKUP },
    ] as const,
  }));
  const to = { seq: names.length, index: 0 };
  await withdrawals.takeEvents({ after: null, to, accepted: rows, nowMs: NOW_MS });
}

async function paid(name: string): Promise<void> {
  const withdrawalId = key(name);
  const txSignature = signature(name);
  const facts = [
    { kind: 'signed', txSignature },
    { kind: 'paid', txSignature },
    { kind: 'settled' },
    { kind: 'settled' },
  ] as const;
  for (const fact of facts) await withdrawals.advance({ withdrawalId, fact, nowMs: NOW_MS });
}

describe('the reserve', () => {
  it('is what withdrawals that were settled brought, each once', async () => {
    await accepted('a', 'b');
    expect(await reserve.read()).toEqual({ collectedMicroUsdc: 0, spentMicroUsdc: 0 });
    await paid('a');
    expect(await reserve.read()).toEqual(settled);
  });

  it('pays once for a transaction that two processes make at once, and for none that it cannot afford', async () => {
    await accepted('a');
    await paid('a');
    const made = (name: string, purpose: string) => ({
      purpose,
      chain: 'main' as const,
      signature: signature(name),
      bytes: new Uint8Array([1]),
      lastValidBlockHeight: 9,
      user: key('user'),
    });
    const stores = [both.db.database, both.other].map(
      (database) => new ChainTransactionStore(database, 'deposit-listener'),
    );
    const kept = await Promise.all(
      stores.map((store, at) => store.keepFromReserve(made(`m${at}`, 'credit:1'), 30, NOW_MS)),
    );
    expect(kept[0]).not.toBeNull();
    expect(kept[0]).toEqual(kept[1]);
    expect(await reserve.read()).toEqual({ collectedMicroUsdc: MARKUP, spentMicroUsdc: 30 });
    expect(await stores[0]!.keepFromReserve(made('m2', 'credit:2'), 71, NOW_MS)).toBeNull();
    expect(await stores[0]!.byPurpose('credit:2')).toBeNull();
    expect(await stores[0]!.keepFromReserve(made('m2', 'credit:2'), 70, NOW_MS)).not.toBeNull();
    expect(await reserve.read()).toMatchObject({ spentMicroUsdc: MARKUP });
  });

  it('pays for what failed, whatever is left, once each', async () => {
    const transactions = new ChainTransactionStore(both.db.database, 'bridge-relayer');
    const kept = {
      purpose: 'x',
      chain: 'ext',
      signature: signature('x'),
      bytes: new Uint8Array([1]),
      lastValidBlockHeight: 9,
      user: null,
    } as const;
    await transactions.keep(kept, NOW_MS);
    const end = { purpose: 'x', state: 'failed', slot: 3, error: '"no"' } as const;
    expect(await transactions.end(end, NOW_MS, 7)).toBe(true);
    expect(await transactions.end(end, NOW_MS, 7)).toBe(false);
    expect(await reserve.read()).toEqual({ collectedMicroUsdc: 0, spentMicroUsdc: 7 });
  });
});

describe('a payout that was given back', () => {
  it('is charged for what the chain refused, until that is charged', async () => {
    await accepted('a', 'b');
    const transactions = new ChainTransactionStore(both.db.database, 'withdraw-worker');
    const withdrawalId = key('a');
    for (const attempt of [1, 2]) {
      const txSignature = signature(`a${attempt}`);
      const purpose = `withdrawal:${toHex(withdrawalId)}:debit:${attempt}`;
      const kept = { purpose, chain: 'main', signature: txSignature, user: key('user') } as const;
      await transactions.keep(
        { ...kept, bytes: new Uint8Array([1]), lastValidBlockHeight: 9 },
        NOW_MS,
      );
      const signed = { kind: 'signed', txSignature } as const;
      await withdrawals.advance({ withdrawalId, fact: signed, nowMs: NOW_MS });
      const end =
        attempt === 1
          ? ({ purpose, state: 'failed', slot: 3, error: '"no"' } as const)
          : ({ purpose, state: 'expired' } as const);
      const expired = { kind: 'expired', txSignature } as const;
      const effects = { ended: [end] };
      await withdrawals.advance({ withdrawalId, fact: expired, nowMs: NOW_MS, effects });
    }
    const charges = new GasChargeStore(both.db.database);
    expect(await charges.failedPayouts(9)).toEqual([]);
    for (const fact of [
      { kind: 'unpayable', failure: 'account_closed' },
      { kind: 'refunded' },
    ] as const) {
      await withdrawals.advance({ withdrawalId, fact, nowMs: NOW_MS });
    }
    const user = key('user');
    expect(await charges.failedPayouts(9)).toEqual([{ withdrawalId, user, transactions: 1 }]);
    const purpose = `withdrawal:${toHex(withdrawalId)}:failed`;
    await charges.add({ user, purpose, amountMicroUsdc: 5 }, NOW_MS);
    expect(await charges.failedPayouts(9)).toEqual([]);
    expect(await charges.waitingMicroUsdc(user)).toBe(5);
  });
});
