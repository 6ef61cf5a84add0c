import { parseTokenAccount, readVault } from '@bellwether/chain';
import { Fault } from '@bellwether/errors';
import { DAY_MS, utcDayOf } from '@bellwether/funding';
import { OUTFLOW_WAIT_MS, PAUSED_WAIT_MS } from '../limits';
import type { WorkerParts } from '../parts';

type Parts = Pick<WorkerParts, 'alarms' | 'chains' | 'now' | 'vault'>;

/** Whether the vault can pay so much: now, later, or never. */
export type VaultRoom = 'now' | 'never' | { readonly waitMs: number };

/**
 * By the vault's final account. The vault decides itself; this only avoids sending transactions that it would refuse.
 * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT; Fault (retry)
 */
export async function vaultRoomFor(amount: bigint, parts: Parts): Promise<VaultRoom> {
  const { alarms, chains, now, vault } = parts;
  const state = await readVault(chains.main, vault);
  if (state === null) throw new Fault('retry', 'the vault is not there');
  // A limit of 0 is an operator's second brake: accepted withdrawals wait for its release, as in a pause.
  if (state.paused || state.dailyLimit === 0n) {
    alarms.raise('vault_paused', { paused: state.paused, daily_limit: String(state.dailyLimit) });
    return { waitMs: PAUSED_WAIT_MS };
  }
  if (amount > state.dailyLimit) return 'never';
  const nowMs = now();
  const usedToday = state.outflowDay === BigInt(utcDayOf(nowMs)) ? state.outflow : 0n;
  if (usedToday + amount > state.dailyLimit) {
    return { waitMs: Math.min(OUTFLOW_WAIT_MS, DAY_MS - (nowMs % DAY_MS)) };
  }
  const account = await chains.main.readAccount(vault.token);
  const held = account === null ? 0n : (parseTokenAccount(account)?.amount ?? 0n);
  if (held < amount) {
    alarms.raise('vault_short', { held: held.toString(), amount: amount.toString() });
    return { waitMs: OUTFLOW_WAIT_MS };
  }
  return 'now';
}
