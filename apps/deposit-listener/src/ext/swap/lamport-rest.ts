import { transferLamports } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import type { Deposit } from '@bellwether/funding';
import type { Preparation } from '../preparation';

/**
 * An account must hold its rent in lamports, or none. So anyone who sends a few more lamports to an address could
 * prevent a deposit from leaving it. The missing rent is therefore added and charged; it then belongs to the user, like
 * the lamports.
 * @param minimumLamports of an account without data
 */
export const lamportRest = (
  { depositId, user, sourceAmount }: Deposit,
  depositAddress: Address,
  minimumLamports: bigint,
): Preparation => ({
  purpose: `rest:${depositAddress}`,
  chain: 'ext',
  user,
  depositId,
  isDone: async (chain) => {
    const lamports = (await chain.readAccount(depositAddress))?.lamports ?? 0n;
    const rest = lamports - sourceAmount;
    return rest <= 0n || rest >= minimumLamports;
  },
  instructions: async ({ address: from }) => [
    transferLamports({ from, to: depositAddress, lamports: minimumLamports }),
  ],
  parts: async () => [
    { kind: 'transaction_fees', chain: 'ext', transactions: 1 },
    { kind: 'account_rent', chain: 'ext', lamports: Number(minimumLamports) },
  ],
});
