/** What the exchange's own keys pay on the chains, in micro-USDC at the test network's price of a native unit. */
import { TEST_NATIVE_PRICE_MICRO_USDC } from '@bellwether/funding';
import type { Exchange } from '../../e2e/src/exchange';
import { OnChain } from './on-chain';
import { stolenChainKey } from './stolen';
import type { ChainRole } from './stolen';

const ROLES: readonly ChainRole[] = ['operator', 'registrar', 'relayer'];
const LAMPORTS_PER_UNIT = 1_000_000_000;

/** Lamports have the same price on both chains of the test network. */
export const microUsdcOf = (lamports: number): number =>
  (lamports * TEST_NATIVE_PRICE_MICRO_USDC) / LAMPORTS_PER_UNIT;

export class OperatorWallets {
  private constructor(
    private readonly chains: readonly OnChain[],
    private readonly addresses: readonly string[],
  ) {}

  static async of(exchange: Exchange): Promise<OperatorWallets> {
    const chains = [await OnChain.with(exchange, 'ext'), await OnChain.with(exchange, 'main')];
    const keys = await Promise.all(ROLES.map((role) => stolenChainKey(exchange, role)));
    return new OperatorWallets(
      chains,
      keys.map(({ address }) => address),
    );
  }

  /** All of them together, on both chains. */
  async lamports(): Promise<number> {
    const held = await Promise.all(
      this.chains.flatMap((chain) => this.addresses.map((address) => chain.lamportsOf(address))),
    );
    return held.reduce((sum, lamports) => sum + lamports, 0);
  }

  /** What `work` cost them, in micro-USDC. */
  async spentBy(work: () => Promise<void>): Promise<number> {
    const before = await this.lamports();
    await work();
    return microUsdcOf(before - (await this.lamports()));
  }
}
