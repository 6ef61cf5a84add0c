/** A market with too little liquidity: it quotes each deposit alone, and can pay for the first one only. */
import { createAssociatedToken, parseAddress, transferTokens } from '@bellwether/chain';
import type { Exchange } from '../../e2e/src/exchange';
import { depositOnce, newDepositor } from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import type { DepositRecord } from '../../e2e/src/funding-answers';
import { OnChain } from './on-chain';
import { stolenChainKey } from './stolen';

const DECIMALS = 6;

export class DryMarket {
  private constructor(
    private readonly market: OnChain,
    private readonly elsewhere: OnChain,
    private readonly taken: bigint,
  ) {}

  /** Moves all of the swap service's USDC away, except this amount. */
  static async with(exchange: Exchange, leftMicroUsdc: number): Promise<DryMarket> {
    const market = await OnChain.with(exchange, 'ext', await stolenChainKey(exchange, 'swap'));
    const elsewhere = await OnChain.with(exchange, 'ext');
    const taken = BigInt((await market.rpc.usdcOf(market.key.address)) - leftMicroUsdc);
    const dry = new DryMarket(market, elsewhere, taken);
    await dry.move(market, elsewhere);
    return dry;
  }

  /** Moves it back. */
  fill(): Promise<void> {
    return this.move(this.elsewhere, this.market);
  }

  private async move(from: OnChain, to: OnChain): Promise<void> {
    const payer = from.key.address;
    const owner = to.key.address;
    const mint = parseAddress(from.rpc.usdc)!;
    const { error } = await from.land([
      await createAssociatedToken({ payer, owner, mint }),
      transferTokens({
        source: await from.usdcAccountOf(payer),
        destination: await to.usdcAccountOf(owner),
        owner: payer,
        mint,
        decimals: DECIMALS,
        amount: this.taken,
      }),
    ]);
    if (error !== null) throw new Error(`not moved: ${JSON.stringify(error)}`);
  }
}

export interface JunkDeposit {
  readonly depositor: Depositor;
  readonly user: string;
  readonly signature: string;
}

/** Deposits lamports for this many new users, once each. */
export async function depositLamports(
  exchange: Exchange,
  count: number,
  lamports: number,
): Promise<JunkDeposit[]> {
  const { rpc } = await OnChain.with(exchange, 'ext');
  const depositors = await Promise.all(Array.from({ length: count }, () => newDepositor(exchange)));
  return Promise.all(
    depositors.map(async (depositor) => {
      const signature = await rpc.airdrop(depositor.depositAddress, lamports);
      return { depositor, user: depositor.user, signature };
    }),
  );
}

/** Waits until each was swapped, or failed so often that its next try is far away. */
export const restedOrSwapped = (
  exchange: Exchange,
  junk: readonly JunkDeposit[],
  restSeconds: number,
): Promise<DepositRecord[]> =>
  Promise.all(
    junk.map((one) =>
      depositOnce(exchange, one, ({ tx_swap, next_retry_at: at }) => {
        const rests = at !== null && at - Date.now() / 1_000 >= restSeconds;
        return tx_swap !== null || rests;
      }),
    ),
  );
