import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ScriptProcess } from '@bellwether/local-services';
import { z } from 'zod';
import type { Exchange } from './exchange';
import { LocalChainRpc, chainServicesOf } from './local-chains';

const SOURCE = fileURLToPath(new URL('../../chain-clients/wormhole', import.meta.url));
const LAMPORTS = 100_000_000_000;
const SDK_NAMES = { ext: 'Solana', main: 'Fogo' } as const;
type ChainName = keyof typeof SDK_NAMES;

/** As payments.mjs has them. */
export type PaymentShape =
  | 'accounts'
  | 'transfer'
  | 'transferChecked'
  | 'version0'
  | 'lookupTable'
  | 'phone'
  | 'delegate'
  | 'multisig'
  | 'durableNonce'
  | 'lamports';

export interface Payment {
  /** A wallet. */
  readonly to: string;
  /** Micro-USDC, or lamports. */
  readonly amount: number;
}

const place = z.object({ chain: z.string(), address: z.string() });
const message = z.object({
  vaaBytes: z.base64(),
  sequence: z.int(),
  token: place,
  amount: z.string(),
  to: place,
});

/**
 * A wallet on both chains, of somebody who has `@solana/web3.js`, `@solana/spl-token` and Wormhole's SDK as they are
 * published, and nothing of ours: its transactions are made by dev/chain-clients/wormhole in a process of its own.
 */
export class ChainWallet {
  private constructor(
    private readonly script: ScriptProcess,
    private readonly usdc: Readonly<Record<ChainName, string>>,
    readonly address: string,
  ) {}

  /** With lamports on both chains, and no USDC. */
  static async start(exchange: Exchange): Promise<ChainWallet> {
    const services = chainServicesOf(exchange);
    const chains = (['ext', 'main'] as const).map((chain) => ({
      name: SDK_NAMES[chain],
      chainId: services[chain].wormholeChainId,
      url: services[chain].rpcUrl,
      wsUrl: services[chain].webSocketUrl,
      core: services[chain].coreBridge,
      tokenBridge: services[chain].tokenBridge,
    }));
    const { guardiansUrl } = services;
    const script = await ScriptProcess.start(SOURCE, {
      kind: 'chain-clients',
      script: 'move-tokens.mjs',
      options: { userSeed: [...randomBytes(32)], guardiansUrl, chains },
    });
    const { address } = z
      .object({ address: z.string() })
      .parse(await script.ask({ step: 'address' }));
    for (const chain of ['ext', 'main'] as const) {
      await new LocalChainRpc(exchange, chain).airdrop(address, LAMPORTS);
    }
    const { usdc_ext: ext, usdc_main: main } = exchange.file;
    return new ChainWallet(script, { ext, main }, address);
  }

  /** @returns the transaction that pays all of it */
  async pay(chain: ChainName, shape: PaymentShape, payments: readonly Payment[]): Promise<string> {
    const request = { token: this.usdc[chain], shape, payments };
    return (await this.ask(z.object({ signature: z.string() }), chain, 'pay', request)).signature;
  }

  /**
   * USDC from main over the bridge to a token account, and payments on ext in the transaction that completes it.
   * @returns that transaction
   */
  async bridgeToExt({ to, amount }: Payment, payments: readonly Payment[]): Promise<string> {
    const sent = z.object({ vaaBytes: z.base64() });
    const request = { token: this.usdc.main, to, amount };
    const { vaaBytes } = await this.ask(sent, 'main', 'transfer', request);
    return this.redeem('ext', vaaBytes, { token: this.usdc.ext, payments });
  }

  /** By the SDK's `redeem`. @returns the transaction that pays @throws Error if somebody else was first */
  async redeem(
    chain: ChainName,
    vaaBytes: string,
    besides?: { readonly token: string; readonly payments: readonly Payment[] },
  ): Promise<string> {
    const redeemed = z.object({ signature: z.string(), isCompleted: z.literal(true) });
    return (await this.ask(redeemed, chain, 'redeem', { vaaBytes, besides })).signature;
  }

  /** What the SDK reads in the message that a transaction has posted. */
  messageOf(chain: ChainName, signature: string): Promise<z.infer<typeof message>> {
    return this.ask(message, chain, 'message', { signature });
  }

  stop(): Promise<void> {
    return this.script.stop();
  }

  private async ask<T>(
    answer: z.ZodType<T>,
    chain: ChainName,
    step: string,
    request: object,
  ): Promise<T> {
    const answered = await this.script.ask({ chain: SDK_NAMES[chain], step, ...request });
    const parsed = answer.safeParse(answered);
    if (!parsed.success) throw new Error(`${step} on ${chain}: ${JSON.stringify(answered)}`);
    return parsed.data;
  }
}
