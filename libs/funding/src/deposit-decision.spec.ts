import { describe, expect, it } from 'vitest';
import { capResetsAtMs, utcDayOf } from './daily-cap';
import { decideDeposit } from './deposit-decision';
import type { BridgeSituation, DepositDecision, DepositToDecide } from './deposit-decision';
import { DEFAULT_DAILY_CAP_MICRO_USDC, UNPAID_GAS_LOOK_MS } from './limits';
import { NOW_MS } from '../test/deposits-under-test';

const USD = 1_000_000;
const resetsAtMs = Date.UTC(2026, 4, 2);
const day = utcDayOf(NOW_MS);

const usdc = (amount: number, more: Partial<DepositToDecide> = {}): DepositToDecide => ({
  source: 'ext_usdc',
  sourceAmount: BigInt(amount),
  valueMicroUsdc: amount,
  tier: 0,
  released: false,
  ...more,
});
const lamports = (amount: bigint, valueMicroUsdc: number | null): DepositToDecide =>
  usdc(0, { source: 'ext_native', sourceAmount: amount, valueMicroUsdc });
const token = (valueMicroUsdc: number | null): DepositToDecide =>
  usdc(0, { source: 'ext_token', sourceAmount: 12n, valueMicroUsdc });
const swapped = (valueMicroUsdc: number): DepositToDecide => ({
  ...token(valueMicroUsdc),
  isListed: false,
  isSwapped: true,
});
const onMain = (source: 'main_usdc' | 'main_native', amount: bigint): DepositToDecide =>
  usdc(0, { source, sourceAmount: amount });

const situation = (
  more: Partial<BridgeSituation> = {},
  used = 0,
  cap?: number,
): BridgeSituation => ({
  network: 'test',
  executorEnabled: true,
  bucket: { day, capMicroUsdc: cap ?? DEFAULT_DAILY_CAP_MICRO_USDC, usedMicroUsdc: used },
  nowMs: NOW_MS,
  ...more,
});
const open = situation();
const off = situation({ executorEnabled: false });
const huge = situation({}, 0, 100_000_000 * USD);

const accept = (next: string, microUsdc: number | null, gasShortMicroUsdc = 0): unknown => ({
  kind: 'accept',
  next,
  reservation: microUsdc === null ? null : { day, microUsdc },
  gasShortMicroUsdc,
});
/** A deposit of 1 USD that costs 1.2. */
const costly = (more: Partial<DepositToDecide> = {}) =>
  usdc(USD, { costMicroUsdc: 1_200_000, ...more });
const owed = (microUsdc: number) =>
  situation({ unpaidGas: { microUsdc, capMicroUsdc: 1_000_000 } });
const reject = (reason: string, limit: number | null): unknown => ({
  kind: 'reject',
  reason,
  limit,
});
const queue = (reason: string, retryAtMs: number | null): unknown => ({
  kind: 'queue',
  reason,
  retryAtMs,
});

it.each<[string, DepositToDecide, BridgeSituation, unknown]>([
  ['minimum deposit, USDC: 1 USDC is enough', usdc(USD), open, accept('bridging', USD)],
  ['minimum deposit, USDC: less is rejected', usdc(USD - 1), open, reject('below_minimum', USD)],
  [
    'minimum deposit, native: 0.05 units are enough',
    lamports(50_000_000n, 7_500_000),
    open,
    accept('swapping', 7_575_000),
  ],
  [
    'minimum deposit, native: less is rejected, whatever it is worth',
    lamports(49_999_999n, 9_000_000_000),
    open,
    reject('below_minimum', 50_000_000),
  ],
  ['minimum of other tokens: by their quote', token(USD - 1), open, reject('below_minimum', USD)],
  [
    'per-transaction cap, tier 0: 10,000 USDC',
    usdc(10_000 * USD),
    open,
    accept('bridging', 10_000 * USD),
  ],
  [
    'per-transaction cap, tier 0: above it',
    usdc(10_000 * USD + 1),
    open,
    reject('above_tx_cap', 10_000 * USD),
  ],
  [
    'per-transaction cap, tier 1: 1,000,000 USDC',
    usdc(1_000_000 * USD, { tier: 1 }),
    huge,
    accept('bridging', 1_000_000 * USD),
  ],
  [
    'per-transaction cap, tier 1: above it',
    usdc(1_000_000 * USD + 1, { tier: 1 }),
    huge,
    reject('above_tx_cap', 1_000_000 * USD),
  ],
  [
    'per-transaction cap, tier 2: 10,000,000 USDC',
    usdc(10_000_000 * USD, { tier: 2 }),
    huge,
    accept('bridging', 10_000_000 * USD),
  ],
  [
    'per-transaction cap, tier 2: above it',
    usdc(10_000_000 * USD + 1, { tier: 2 }),
    huge,
    reject('above_tx_cap', 10_000_000 * USD),
  ],
  [
    'daily cap: the last that fits',
    usdc(USD),
    situation({}, 99_999 * USD),
    accept('bridging', USD),
  ],
  [
    'daily cap: excess is queued until 00:00 UTC',
    usdc(USD + 1),
    situation({}, 99_999 * USD),
    queue('daily_cap', resetsAtMs),
  ],
  [
    'daily cap: yesterday is another bucket',
    usdc(USD),
    { ...open, bucket: { ...open.bucket, day: day - 1, usedMicroUsdc: 100_000 * USD } },
    accept('bridging', USD),
  ],
  [
    'daily cap: a swap reserves 1 % more, rounded up',
    token(1_000_050),
    open,
    accept('swapping', 1_010_051),
  ],
  [
    'daily cap: that 1 % counts for whether it fits',
    token(10_000 * USD),
    situation({}, 90_000 * USD),
    queue('daily_cap', resetsAtMs),
  ],
  [
    "a user's share: the last that fits",
    usdc(USD),
    situation({ user: { usedMicroUsdc: 49_999 * USD, shareMicroUsdc: 50_000 * USD } }),
    accept('bridging', USD),
  ],
  [
    "a user's share: more waits for the next day, though the day has room",
    usdc(USD + 1),
    situation({ user: { usedMicroUsdc: 49_999 * USD, shareMicroUsdc: 50_000 * USD } }),
    queue('daily_cap', resetsAtMs),
  ],
  [
    "larger than a user's whole share: to the operator",
    usdc(50_000 * USD + 1, { tier: 1 }),
    situation({ user: { usedMicroUsdc: 0, shareMicroUsdc: 50_000 * USD } }),
    queue('operator_review', null),
  ],
  [
    'a token that nobody vouches for takes nothing of the day before it is USDC',
    { ...token(10_000 * USD), isListed: false },
    situation({}, 100_000 * USD),
    accept('swapping', null),
  ],
  [
    'nor does it wait for its share',
    { ...token(10_000 * USD), isListed: false },
    situation({ user: { usedMicroUsdc: 50_000 * USD, shareMicroUsdc: 50_000 * USD } }),
    accept('swapping', null),
  ],
  [
    'once it is USDC it takes what came, without a margin',
    swapped(10_000 * USD),
    situation({}, 90_000 * USD),
    accept('bridging', 10_000 * USD),
  ],
  [
    'and waits where the day has no room for that',
    swapped(10_000 * USD),
    situation({}, 90_000 * USD + 1),
    queue('daily_cap', resetsAtMs),
  ],
  [
    'and where its user has none',
    swapped(10_000 * USD),
    situation({ user: { usedMicroUsdc: 40_001 * USD, shareMicroUsdc: 50_000 * USD } }),
    queue('daily_cap', resetsAtMs),
  ],
  [
    'what a swap brought is not refused: the token is gone',
    swapped(1),
    open,
    accept('bridging', 1),
  ],
  [
    'it may be 1 % more than the tier allows',
    swapped(10_100 * USD),
    open,
    accept('bridging', 10_100 * USD),
  ],
  ['more is for an operator', swapped(10_100 * USD + 1), open, queue('operator_review', null)],
  [
    'whom it passes',
    { ...swapped(10_100 * USD + 1), released: true },
    open,
    accept('bridging', null),
  ],
  ['it waits for the bridge, too', swapped(USD), off, queue('bridge_off', null)],
  [
    'larger than a whole day: to the operator',
    usdc(100_000 * USD + 1, { tier: 1 }),
    open,
    queue('operator_review', null),
  ],
  [
    'released by the operator: passes the daily cap and takes nothing of it',
    usdc(100_000 * USD + 1, { tier: 1, released: true }),
    open,
    accept('bridging', null),
  ],
  ['bridge switch off: new deposits wait', usdc(USD), off, queue('bridge_off', null)],
  [
    'bridge switch off: released ones too',
    usdc(USD, { released: true }),
    off,
    queue('bridge_off', null),
  ],
  ['bridge switch off: what is rejected does not wait', usdc(1), off, reject('below_minimum', USD)],
  [
    'bridge switch off: what is larger than a day goes to the operator',
    usdc(100_001 * USD, { tier: 1 }),
    off,
    queue('operator_review', null),
  ],
  ['its cost is more than itself: a debt', costly(), owed(0), accept('bridging', USD, 200_000)],
  ['and while there is room', costly(), owed(800_000), accept('bridging', USD, 200_000)],
  ['else it waits', costly(), owed(800_001), queue('gas', NOW_MS + UNPAID_GAS_LOOK_MS)],
  [
    'not if its user can pay',
    costly({ canPay: true }),
    owed(800_001),
    accept('bridging', USD, 200_000),
  ],
  [
    'not if an operator released it',
    costly({ released: true }),
    owed(800_001),
    accept('bridging', null, 200_000),
  ],
  [
    'not if it has left its address',
    costly({ hasLeft: true }),
    owed(800_001),
    accept('bridging', USD),
  ],
  ['what pays its cost waits for nobody', usdc(2 * USD), owed(USD), accept('bridging', 2 * USD)],
  ['a token that nobody swaps', token(null), open, reject('unsupported_token', null)],
  [
    'USDC on main: exempt from minimum and caps',
    onMain('main_usdc', 1n),
    off,
    accept('crediting', null),
  ],
  [
    'lamports on main: the test network takes them',
    onMain('main_native', 50_000_000n),
    off,
    accept('sweeping', null),
  ],
  [
    'lamports on main: below the minimum',
    onMain('main_native', 49_999_999n),
    open,
    reject('below_minimum', 50_000_000),
  ],
  [
    'lamports on main: production credits USDC only',
    onMain('main_native', 50_000_000n),
    situation({ network: 'production' }),
    reject('unsupported_token', null),
  ],
])('%s', (_row, deposit, at, expected) => {
  const decision: DepositDecision = decideDeposit(deposit, at);
  expect(decision).toEqual(expected);
});

describe('the reset', () => {
  it.each([
    ['the first millisecond of a day', Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 1)],
    ['the last one', Date.UTC(2026, 0, 31, 23, 59, 59, 999), Date.UTC(2026, 1, 1)],
    ['a leap day', Date.UTC(2028, 1, 29, 12), Date.UTC(2028, 2, 1)],
  ])('is at 00:00 UTC after %s', (_name, nowMs, expected) => {
    expect(capResetsAtMs(nowMs)).toBe(expected);
  });
});
