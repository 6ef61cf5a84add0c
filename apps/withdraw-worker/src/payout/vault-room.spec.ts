import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, vaultAt } from '@bellwether/chain';
import type { Address, ChainAccount, Vault } from '@bellwether/chain';
import { encode } from '@bellwether/codec';
import { DAY_MS, utcDayOf } from '@bellwether/funding';
import { vaultStateAccount } from '@bellwether/vault-program';
import { OUTFLOW_WAIT_MS, PAUSED_WAIT_MS } from '../limits';
import { vaultRoomFor } from './vault-room';

const NOON_MS = Date.UTC(2026, 4, 1, 12);
const key = new Uint8Array(32).fill(1);
const keyOf = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte));

let vault: Vault;
let alarms: string[];
beforeAll(async () => {
  vault = await vaultAt(keyOf(1), keyOf(2));
});
beforeEach(() => {
  alarms = [];
});

interface State {
  readonly dailyLimit: bigint;
  readonly outflow?: bigint;
  readonly outflowDay?: number;
  readonly paused?: boolean;
}

/** At noon, for a vault whose token account is empty. */
function roomFor(amount: bigint, state: State) {
  const { dailyLimit, outflow = 0n, outflowDay = utcDayOf(NOON_MS), paused = false } = state;
  const sums = { creditedTotal: 0n, debitedTotal: 0n, vaultToken: key, mint: key };
  const keys = { admin: key, operator: key, registrar: key };
  const today = { dailyLimit, outflow, outflowDay: BigInt(outflowDay) };
  const value = { version: 1, bump: 255, paused, ...today, ...sums, ...keys };
  const data = encode(vaultStateAccount.layout, value);
  const readAccount = async (address: Address): Promise<ChainAccount | null> =>
    address === vault.state ? { address, program: vault.program, lamports: 1n, data } : null;
  return vaultRoomFor(amount, {
    chains: { main: { readAccount } },
    vault,
    now: () => NOON_MS,
    alarms: { raise: (kind: string) => alarms.push(kind) },
  } as unknown as Parameters<typeof vaultRoomFor>[1]);
}

describe('a vault', () => {
  it.each<[string, State, bigint, unknown, string[]]>([
    ['that is paused', { dailyLimit: 9n, paused: true }, 5n, PAUSED_WAIT_MS, ['vault_paused']],
    ['whose limit is 0', { dailyLimit: 0n }, 5n, PAUSED_WAIT_MS, ['vault_paused']],
    ['whose limit is used', { dailyLimit: 9n, outflow: 5n }, 5n, OUTFLOW_WAIT_MS, []],
    ['that is short', { dailyLimit: 9n, outflow: 4n }, 5n, OUTFLOW_WAIT_MS, ['vault_short']],
    [
      'whose limit was used yesterday',
      { dailyLimit: 9n, outflow: 9n, outflowDay: utcDayOf(NOON_MS - DAY_MS) },
      5n,
      OUTFLOW_WAIT_MS,
      ['vault_short'],
    ],
  ])('%s lets it wait', async (_what, state, amount, waitMs, raised) => {
    expect(await roomFor(amount, state)).toEqual({ waitMs });
    expect(alarms).toEqual(raised);
  });

  it('never pays more than it lets out in a day', async () => {
    expect(await roomFor(10n, { dailyLimit: 9n })).toBe('never');
  });
});
