/** An attacker with an own key on one of the chains, and lamports from the faucet: what anyone can have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  associatedTokenAddress,
  connectPlace,
  newSigner,
  parseAddress,
  parseChainsFile,
  vaultAt,
} from '@bellwether/chain';
import type { Address, Chain, ChainsFile, Instruction, Signer, Vault } from '@bellwether/chain';
import { z } from 'zod';
import { eventually } from '../../e2e/src/eventually';
import type { Exchange } from '../../e2e/src/exchange';
import { LocalChainRpc } from '../../e2e/src/local-chains';
import { silent } from './silent';

const LAMPORTS = 1_000_000_000;
const statuses = z.object({
  value: z.array(
    z.object({ confirmationStatus: z.string().nullable(), err: z.unknown() }).nullable(),
  ),
});
const lamportsHeld = z.object({ value: z.int() });

export type ChainName = 'ext' | 'main';

/** What the funding apps know of the chains: addresses, no secrets. */
export const chainsOf = ({ dataDir }: Exchange): ChainsFile =>
  parseChainsFile(readFileSync(join(dataDir, 'chains.json'), 'utf8'));

export function vaultOf(exchange: Exchange): Promise<Vault> {
  const { vaultProgram, main } = chainsOf(exchange);
  return vaultAt(vaultProgram, main.usdc);
}

/** How a transaction ended. */
export interface Landed {
  readonly signature: string;
  /** As the chain reports it. Null: it succeeded. */
  readonly error: unknown;
}

export class OnChain {
  readonly rpc: LocalChainRpc;
  private readonly chain: Chain;

  private constructor(
    exchange: Exchange,
    name: ChainName,
    readonly key: Signer,
  ) {
    this.rpc = new LocalChainRpc(exchange, name);
    this.chain = connectPlace(name, chainsOf(exchange)[name], { log: silent });
  }

  /** @param key a stolen one; without it, a new one */
  static async with(exchange: Exchange, name: ChainName, key?: Signer): Promise<OnChain> {
    const self = new OnChain(exchange, name, key ?? (await newSigner()));
    if (key === undefined) await self.rpc.airdrop(self.key.address, 10 * LAMPORTS);
    return self;
  }

  /**
   * Sends it even if it will fail: transactions are executed in the order in which they are sent.
   *
   * @returns its signature
   */
  async send(
    instructions: readonly Instruction[],
    signers: readonly Signer[] = [],
  ): Promise<string> {
    const kept = await this.chain.buildTransaction({ instructions, feePayer: this.key, signers });
    const wire = Buffer.from(kept.wireBytes).toString('base64');
    await this.rpc.call('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }]);
    return kept.signature;
  }

  /** As `send`. @returns when it is final */
  async land(
    instructions: readonly Instruction[],
    signers: readonly Signer[] = [],
  ): Promise<Landed> {
    return this.ended(await this.send(instructions, signers));
  }

  /** @returns when it is final */
  async ended(signature: string): Promise<Landed> {
    const ended = await eventually(
      async () => {
        const found = await this.rpc.call('getSignatureStatuses', [[signature]]);
        return statuses.parse(found).value[0];
      },
      (status) => status?.confirmationStatus === 'finalized',
    );
    return { signature, error: ended?.err ?? null };
  }

  usdcAccountOf(wallet: Address): Promise<Address> {
    return associatedTokenAddress(wallet, parseAddress(this.rpc.usdc)!);
  }

  async lamportsOf(address: Address | string): Promise<number> {
    const asked = [address, { commitment: 'processed' }];
    return lamportsHeld.parse(await this.rpc.call('getBalance', asked)).value;
  }
}
