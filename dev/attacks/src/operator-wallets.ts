/** What the exchange's own keys pay on the chains, in micro-USDC at the test network's price of a native unit. */
import { parseAddress } from '@bellwether/chain';
import { TEST_NATIVE_PRICE_MICRO_USDC } from '@bellwether/funding';
import type { Exchange } from '../../e2e/src/exchange';
import type { Depositor } from '../../e2e/src/funding-scenario';
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

  /**
   * What is out in the exchange's own accounts for users, in micro-USDC: wallets, their USDC accounts, and those of
   * deposit addresses. Others made some of them.
   */
  async rentOf(depositors: readonly Pick<Depositor, 'depositAddress' | 'proxyWallet'>[]) {
    const [ext, main] = this.chains;
    const held = await Promise.all(
      depositors.flatMap(({ depositAddress, proxyWallet }) => [
        ext!
          .usdcAccountOf(parseAddress(depositAddress)!)
          .then((account) => ext!.lamportsOf(account)),
        main!
          .usdcAccountOf(parseAddress(proxyWallet)!)
          .then((account) => main!.lamportsOf(account)),
        main!.lamportsOf(proxyWallet),
      ]),
    );
    return microUsdcOf(held.reduce((sum, lamports) => sum + lamports, 0));
  }

  /** What `work` cost them, in micro-USDC. */
  async spentBy(work: () => Promise<void>): Promise<number> {
    const before = await this.lamports();
    await work();
    return microUsdcOf(before - (await this.lamports()));
  }
}
