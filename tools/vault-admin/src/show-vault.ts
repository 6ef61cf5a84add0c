import { addressOf, readVaultHolding } from '@bellwether/chain';
import type { Chain, Vault } from '@bellwether/chain';

const DAY_MS = 86_400_000;

/** The vault's settings, for operators to compare with what they intended. Amounts are micro-USDC. */
export async function showVault(chain: Pick<Chain, 'readAccounts'>, vault: Vault, nowMs: number) {
  const { program, mint, state: stateAddress, token } = vault;
  const places = { program, state: stateAddress, mint, token_account: token };
  const holding = await readVaultHolding(chain, vault);
  if (holding === null) return { ...places, initialized: false };
  const { state, held, slot } = holding;
  const isToday = Number(state.outflowDay) === Math.floor(nowMs / DAY_MS);
  return {
    ...places,
    initialized: true,
    paused: state.paused,
    daily_limit: Number(state.dailyLimit),
    left_today: isToday ? Number(state.outflow) : 0,
    held: Number(held),
    credited_total: Number(state.creditedTotal),
    debited_total: Number(state.debitedTotal),
    admin: addressOf(state.admin),
    operator: addressOf(state.operator),
    registrar: addressOf(state.registrar),
    slot,
  };
}
