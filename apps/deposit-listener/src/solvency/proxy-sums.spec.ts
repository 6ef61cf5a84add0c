/** Proxy wallets to which somebody who mints USDC has sent more than can be booked. */
import { expect, it } from 'vitest';
import { addressOf } from '@bellwether/chain';
import type { Address, ChainAccount } from '@bellwether/chain';
import type { MainArrival } from '@bellwether/persistence';
import { arrivalsUnswept, proxyHoldings } from './proxy-sums';
import type { ProxySumsParts } from './proxy-sums';

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address;
const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);

/** A token account: mint, owner, amount, and 93 bytes of which only the state matters here. */
function holding(address: Address, amount: bigint): ChainAccount {
  const data = new Uint8Array(165);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  data[108] = 1;
  return { address, program: TOKEN_PROGRAM, lamports: 1n, data };
}

it('are not compared, and stop nobody', async () => {
  const arrivals = [1, 2].map((fill) => ({
    user: key(fill),
    txSignature: new Uint8Array(64).fill(fill),
    accountIndex: 1,
    slot: 5,
    amountMicroUsdc: 7,
  })) as unknown as MainArrival[];
  const [rich, other] = [addressOf(key(11)), addressOf(key(12))];
  const held = new Map([
    [rich, holding(rich, 2n ** 63n)],
    [other, holding(other, 7n)],
  ]);
  const parts = {
    main: {
      readAccounts: async (asked: readonly Address[]) => ({
        slot: 9,
        sinceSlot: 9,
        accounts: asked.map((one) => held.get(one) ?? null),
      }),
    },
    arrivals: { unswept: async () => arrivals, ofCredit: async () => [] },
    credits: { underWaySince: async () => [] },
    watched: { ofUser: async ([fill = 0]: Uint8Array) => ({ proxyUsdcAccount: key(10 + fill) }) },
  } as unknown as ProxySumsParts;
  const proxies = await proxyHoldings(parts);
  expect(proxies).toMatchObject({ microUsdc: 7, slot: 9 });
  expect(await arrivalsUnswept(parts, proxies, 0)).toMatchObject([{ microUsdc: 7 }]);
});
