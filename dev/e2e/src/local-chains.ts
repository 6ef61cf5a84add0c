import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Exchange } from './exchange';
import { foreignHttp } from './http';

const rpcAnswer = z.object({ result: z.unknown() });
const balances = z.object({
  value: z.array(
    z.object({
      account: z.object({
        data: z.object({
          parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string() }) }) }),
        }),
      }),
    }),
  ),
});
const chain = z.object({
  rpcUrl: z.url(),
  webSocketUrl: z.url(),
  wormholeChainId: z.int(),
  coreBridge: z.string(),
  tokenBridge: z.string(),
});
const networkFile = z.object({
  swapUrl: z.url(),
  guardiansUrl: z.url(),
  ext: chain.extend({
    tokens: z.array(z.object({ mint: z.string(), decimals: z.int() })).min(2),
  }),
  main: chain,
});

/** One of the exchange's chains, by JSON-RPC as any client speaks it. */
export class LocalChainRpc {
  readonly usdc: string;
  private readonly url: string;

  constructor({ file }: Exchange, chain: 'ext' | 'main') {
    this.url = chain === 'ext' ? file.ext_rpc_url : file.main_rpc_url;
    this.usdc = chain === 'ext' ? file.usdc_ext : file.usdc_main;
  }

  async call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const { body } = await foreignHttp(this.url, { method: 'POST', text });
    return rpcAnswer.parse(body).result;
  }

  /** USDC out of the faucet; what it answers for is on disk. */
  mint(owner: string, amount: number): Promise<string> {
    return this.mintOf(this.usdc, owner, amount);
  }

  /** Tokens out of the faucet. @returns the transaction */
  async mintOf(mint: string, owner: string, amount: number): Promise<string> {
    return z.string().parse(await this.call('localnet_mint', [mint, owner, amount]));
  }

  /** Native units out of the faucet. @returns the transaction */
  async airdrop(owner: string, lamports: number): Promise<string> {
    return z.string().parse(await this.call('requestAirdrop', [owner, lamports]));
  }

  usdcOf(owner: string): Promise<number> {
    return this.heldOf(this.usdc, owner);
  }

  async heldOf(mint: string, owner: string): Promise<number> {
    const filters = [owner, { mint }, { encoding: 'jsonParsed', commitment: 'processed' }];
    const { value } = balances.parse(await this.call('getTokenAccountsByOwner', filters));
    return value
      .map(({ account }) => Number(account.data.parsed.info.tokenAmount.amount))
      .reduce((sum, amount) => sum + amount, 0);
  }
}

export function chainServicesOf({ dataDir }: Exchange): z.infer<typeof networkFile> {
  const text = readFileSync(join(dataDir, 'chains/network.json'), 'utf8');
  return networkFile.parse(JSON.parse(text));
}
