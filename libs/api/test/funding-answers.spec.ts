/** Records of deposits and withdrawals, and the state of the chains, as clients read them. */
import { describe, expect, it } from 'vitest';
import { toBase58, toHex } from '@bellwether/codec';
import { DEPOSIT_PHASES, newDeposit, newWithdrawal } from '@bellwether/funding';
import type { Deposit, Withdrawal } from '@bellwether/funding';
import {
  ChainNames,
  acceptedRecord,
  acceptedWithdrawalAnswer,
  addressOn,
  depositAddressAnswer,
  depositAnswer,
  depositStatusOf,
  exchange,
  funding,
  present,
  queuedDepositAnswer,
  recoveryAnswer,
  withChainName,
} from '../src/index';
import type { ChargedGas } from '../src/index';

const key = (fill: number) => new Uint8Array(32).fill(fill);
const tx = (fill: number) => new Uint8Array(64).fill(fill);
const NOW_MS = 1_700_000_000_999;
const NOW = 1_700_000_000;
const AS_OF = { seq: 9, timestampMs: NOW_MS };
const NAMES = new ChainNames({ ext: 'solana', main: 'fogo' });

const BOOKS = {
  userAvailable: 0,
  userLocked: 0,
  withdrawing: 0,
  protocolFees: 0,
  builderRevenue: 0,
  gasRevenue: 0,
  collateral: 0,
  stakes: 0,
  disputeFund: 0,
  depositsCredited: 0,
  testCredits: 0,
  payouts: 0,
  liabilities: 0,
  assets: 0,
  difference: 0,
};

const { present: presentStatus } = exchange.getStatus;
const { present: presentWithdrawal } = funding.getWithdrawal;
const { present: presentWithdrawals } = funding.listWithdrawals;
const presentSolvency = (chain: Parameters<typeof exchange.getSolvency.present>[0]['chain']) =>
  exchange.getSolvency.present({ ...BOOKS, ...AS_OF, chain });
const presentDeposit = (deposit: Deposit, charges: readonly ChargedGas[]) =>
  present(depositAnswer)({ ...withChainName(deposit, NAMES), charges });

const detected: Deposit = newDeposit(
  {
    user: key(1),
    source: 'ext_native',
    txSignature: tx(2),
    accountIndex: 0,
    slot: 7,
    mint: null,
    sourceToken: 'SOL',
    sourceAmount: 18_446_744_073_709_551_615n,
  },
  NOW_MS,
);
const withdrawal: Withdrawal = newWithdrawal(
  {
    withdrawalId: key(4),
    user: key(1),
    amountMicroUsdc: 5_000,
    gasFeeMicroUsdc: 1_000,
    chain: 'ext',
    recipientKind: 'recipient_ext',
    recipient: key(5),
    allowProgramAddress: true,
    nonce: 3,
    builder: new Uint8Array(16).fill(6),
    acceptedSeq: 8,
    paymentSeq: 1,
  },
  NOW_MS,
);

describe('a deposit', () => {
  it('is shown with the operator’s name of its chain, and amounts of tokens as text', () => {
    expect(presentDeposit(detected, [])).toMatchObject({
      chain: 'solana',
      tx_signature: toBase58(tx(2)),
      source_token: 'SOL',
      source_amount: '18446744073709551615',
      amount_micro_usdc: 0,
      phase: 'detected',
      timestamp: NOW,
    });
  });

  it('has when it is looked at again: `retry_at` while queued, `next_retry_at` while failed', () => {
    const again = { ...detected, retryAtMs: NOW_MS + 60_000 };
    const queued = { ...again, phase: 'queued', step: 'waiting', reason: 'daily_cap' } as const;
    expect(presentDeposit(queued, [])).toMatchObject({
      reason: 'daily_cap',
      retry_at: NOW + 60,
      next_retry_at: null,
      retryable: null,
    });
    const failed = {
      ...again,
      phase: 'failed',
      step: 'swapping',
      stage: 'swap',
      reason: 'no_route',
      retryable: true,
      attempt: 2,
    } as const;
    expect(presentDeposit(failed, [])).toMatchObject({
      stage: 'swap',
      reason: 'no_route',
      retryable: true,
      attempt: 2,
      retry_at: null,
      next_retry_at: NOW + 60,
    });
  });

  it('says what it was charged, item by item, and what is left of the credit', () => {
    const credited = { ...detected, phase: 'credited', creditedMicroUsdc: 2_000_000 } as const;
    const fees = { kind: 'transaction_fees', microUsdc: 100 } as const;
    const rent = { kind: 'message_rent', microUsdc: 300 } as const;
    const charges = [
      { amountMicroUsdc: 400, items: [fees, rent] },
      { amountMicroUsdc: 100, items: [fees] },
    ];
    expect(presentDeposit(credited, charges)).toMatchObject({
      credited_micro_usdc: 2_000_000,
      credited_after_gas_micro_usdc: 1_999_500,
      gas_micro_usdc: 500,
      gas_items: [
        { kind: 'transaction_fees', micro_usdc: 200 },
        { kind: 'message_rent', micro_usdc: 300 },
      ],
    });
    const unknown = [...charges, { amountMicroUsdc: 7, items: null }];
    expect(presentDeposit(credited, unknown)).toMatchObject({
      gas_micro_usdc: 507,
      gas_items: null,
    });
  });

  it.each(DEPOSIT_PHASES)('in the phase %s says what happened and who has the money', (phase) => {
    const { explanation } = presentDeposit({ ...detected, phase }, []);
    expect(Object.values(explanation).every((text) => typeof text === 'string')).toBe(true);
    expect(explanation.what_happened.length).toBeGreaterThan(10);
    expect(explanation.funds_held_by.length).toBeGreaterThan(5);
  });

  it('is shown to operators with whose it is', () => {
    const queued = withChainName({ ...detected, tier: 2, released: true } as const, NAMES);
    expect(present(queuedDepositAnswer)(queued)).toMatchObject({
      user: toBase58(key(1)),
      tier: 2,
      released: true,
      deposit_id: toHex(detected.depositId),
    });
  });

  it('that is expected is told how far the chains are read', () => {
    const scans = [{ chain: 'ext', slot: 5, updatedMs: NOW_MS - 2_500 }] as const;
    const status = { deposits: [], charges: new Map(), watch: null, scans, nowMs: NOW_MS };
    expect(funding.getDepositStatus.present(depositStatusOf(status, NAMES))).toMatchObject({
      watched: false,
      scans: {
        ext: { slot: 5, updated_at: NOW - 2, lag_seconds: 2 },
        main: { slot: null, updated_at: null, lag_seconds: null },
      },
    });
  });
});

describe('an address', () => {
  const view = {
    user: key(1),
    depositAddress: key(2),
    depositUsdcAccount: key(3),
    usdcMintExt: key(4),
    proxyWallet: key(5),
    proxyUsdcAccount: key(6),
    usdcMintMain: key(7),
    initialized: true,
    tier: 1,
    maxPerTxMicroUsdc: 1_000_000_000_000,
    dailyCapRemainingMicroUsdc: 0,
    dailyCapResetsAtMs: NOW_MS,
    estimatedGas: {
      extUsdc: { microUsdc: 3, items: [{ kind: 'transaction_fees', microUsdc: 3 }] },
      extOther: { microUsdc: 4, items: [{ kind: 'transaction_fees', microUsdc: 4 }] },
      mainUsdc: { microUsdc: 2, items: [{ kind: 'transaction_fees', microUsdc: 2 }] },
    },
  } as const;

  it('says the minimum deposit of USDC and of the native external token, and the cap of the tier', () => {
    const words = addressOn('ext', view, { names: NAMES, network: 'test' });
    const shown = funding.getDepositAddress.present({ ...view, ...words });
    expect(shown).toMatchObject({
      chain: 'solana',
      min_usdc_micro: 1_000_000,
      min_other_micro: 1_000_000,
      estimated_gas: { gas_micro_usdc: 3 },
      estimated_gas_other: { gas_micro_usdc: 4 },
      min_ext_lamports: 50_000_000,
      max_usdc_per_tx_micro: 1_000_000_000_000,
      daily_cap_remaining_usdc_micro: 0,
    });
    expect(shown.instructions).toContain('at most 1000000 in one transfer');
  });

  it.each(['ext', 'main'] as const)(
    'on %s promises 150 USDC a native unit on the test network alone',
    (chain) => {
      const said = (network: 'test' | 'production') =>
        addressOn(chain, view, { names: NAMES, network }).instructions;
      expect(said('test')).toContain('150 USDC a unit');
      expect(said('production')).not.toContain('150');
    },
  );

  it('on main is the proxy wallet, with the warning that it exists there alone', () => {
    const words = addressOn('main', view, { names: NAMES, network: 'production' });
    const shown = present(depositAddressAnswer)(words);
    expect(shown).toMatchObject({
      chain: 'fogo',
      address: toBase58(key(5)),
      usdc_token: toBase58(key(7)),
      usdc_account: toBase58(key(6)),
    });
    expect(shown.instructions).toContain('on solana nobody can reach');
  });
});

describe('a withdrawal', () => {
  it('is answered at its acceptance as it is shown later', () => {
    const answer = present(acceptedWithdrawalAnswer)(
      withChainName({ ...withdrawal, clientId: key(9).slice(16) }, NAMES),
    );
    expect(answer).toEqual({
      withdrawal_id: '04'.repeat(32),
      status: 'pending',
      client_id: '09'.repeat(16),
      user: toBase58(key(1)),
      amount: 5_000,
      gas_fee: 1_000,
      net_amount: 4_000,
      gas_micro_usdc: 1_000,
      gas_items: null,
      recipient: toBase58(key(5)),
      recipient_kind: 'recipient_ext',
      chain: 'solana',
      nonce: 3,
      created_at: NOW,
    });
    const { client_id: _, ...shown } = answer;
    expect(presentWithdrawal(withChainName(withdrawal, NAMES))).toMatchObject(shown);
  });

  it('is the same as the engine tells it, before the worker has written it', () => {
    const view = {
      withdrawalId: key(4),
      user: key(1),
      amount: 5_000,
      gasFee: 1_000,
      netAmount: 4_000,
      chain: 'ext',
      recipientKind: 'recipient_ext',
      recipient: key(5),
      allowProgramAddress: true,
      nonce: 3,
      paymentSeq: 1,
      lowestOpenSeq: 1,
      status: 'open',
      seq: 8,
      createdMs: NOW_MS,
      endedSeq: null,
      endedMs: null,
    } as const;
    expect(acceptedRecord(view, key(5))).toEqual({ ...withdrawal, builder: null });
  });

  it('shows the attestation as base64, and its transactions as they are looked up', () => {
    const attested = {
      ...withdrawal,
      status: 'attested',
      ending: 'settled',
      debitSignature: tx(1),
      vaa: new Uint8Array([255, 0]),
    } as const;
    expect(presentWithdrawal(withChainName(attested, NAMES))).toMatchObject({
      status: 'attested',
      tx_main: toBase58(tx(1)),
      tx_ext: null,
      vaa: '/wA=',
      builder_api_key: '06'.repeat(16),
      explanation: { how_to_recover: expect.stringContaining('vaa') },
    });
  });

  it('is paged by its number', () => {
    const items = [{ ...withChainName(withdrawal, NAMES), number: 7 }];
    const page = presentWithdrawals({ items, hasMore: true });
    expect(page.next_cursor).toEqual(expect.any(String));
    expect(presentWithdrawals({ items, hasMore: false })).toMatchObject({
      next_cursor: null,
      has_more: false,
    });
  });
});

describe('the exchange with chains', () => {
  it('publishes the last round of its chains, or that there is none', () => {
    expect(presentSolvency(null).chain).toBeNull();
    expect(presentSolvency('unavailable').chain).toEqual({ available: false });
    const line = {
      place: 'vault',
      heldMicroUsdc: 9,
      expectedMicroUsdc: 7,
      differenceMicroUsdc: 0,
      explanation: 'donated 2',
    } as const;
    const round = {
      differenceMicroUsdc: 0,
      lines: [line],
      timestampMs: NOW_MS,
      seq: 4,
      slot: 5,
      alarm: false,
      sinceMs: NOW_MS - 1_000,
    };
    expect(presentSolvency(round).chain).toEqual({
      available: true,
      ok: true,
      alarm: false,
      since: NOW - 1,
      difference: 0,
      slot: 5,
      seq: 4,
      timestamp: NOW,
      vault: { held: 9, expected: 7, difference: 0, explanation: 'donated 2' },
      accounted: null,
      donated_micro_usdc: 2,
      in_flight: { proxies: null, deposit_addresses: null },
    });
  });

  it('says that it cannot tell how far the chains are read', () => {
    const view = {
      network: 'test',
      mode: 'open',
      withdrawalsPaused: true,
      lastSeq: 1,
      lastEventSeq: 1,
      lastTimestampMs: NOW_MS,
      accounts: 0,
      markets: 0,
      restingOrders: 0,
      openWithdrawals: 2,
    } as const;
    const parts = {
      ...view,
      ...AS_OF,
      progress: null,
      serverTimeMs: NOW_MS,
      bodyLimitBytes: 1,
      rateLimits: null,
    };
    expect(presentStatus({ ...parts, scans: 'unavailable' })).toMatchObject({
      withdrawals_paused: true,
      open_withdrawals: 2,
      funding: { available: false },
    });
  });

  it('gives amounts of recovered tokens as text', () => {
    const recovery = {
      recoveryId: 'user:1',
      user: key(1),
      mint: key(2),
      recipient: key(3),
      amount: '18446744073709551615',
      state: 'completed',
      txSignature: tx(4),
      clientId: null,
    } as const;
    expect(present(recoveryAnswer)(recovery)).toMatchObject({
      amount: '18446744073709551615',
      status: 'completed',
      tx_signature: toBase58(tx(4)),
    });
  });
});
