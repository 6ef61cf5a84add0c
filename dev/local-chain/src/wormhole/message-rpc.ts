/** The RPC calls by which guardians find messages; everything as of the finalized commitment. */
import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import { ACCOUNTS_AT_ONCE, RPC_PATIENCE_MS } from './limits';

/** Base58 of "msg", which every message account's data begins with. */
const MESSAGE_LETTERS = base58.encode(new TextEncoder().encode('msg'));
const FINALIZED = { commitment: 'finalized', encoding: 'base64' } as const;

const accountData = z.object({
  owner: z.string(),
  data: z.tuple([z.string(), z.literal('base64')]),
});
const heldAccounts = z.object({
  context: z.object({ slot: z.number() }),
  value: z.array(z.object({ account: accountData })),
});
const someAccounts = z.object({ value: z.array(accountData.nullable()) });

const instruction = z.object({
  programIdIndex: z.number(),
  accounts: z.array(z.number()),
  data: z.string(),
});
const addresses = z.array(z.string());
const block = z.object({
  transactions: z.array(
    z.object({
      transaction: z.object({
        message: z.object({ accountKeys: addresses, instructions: z.array(instruction) }),
      }),
      meta: z.object({
        err: z.unknown(),
        innerInstructions: z.array(z.object({ instructions: z.array(instruction) })).nullish(),
        loadedAddresses: z.object({ writable: addresses, readonly: addresses }).nullish(),
      }),
    }),
  ),
});
export type ScannedBlock = z.infer<typeof block>;

const reply = z.union([
  z.object({ result: z.unknown(), error: z.undefined().optional() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
]);

export class MessageRpc {
  /** @param stopping ends calls under way: a chain that goes at the same time would never answer them */
  constructor(
    private readonly rpcUrl: string,
    private readonly stopping: AbortSignal,
  ) {}

  finalizedSlot(): Promise<number> {
    return this.call('getSlot', [{ commitment: 'finalized' }], z.number());
  }

  /** The slots from `first` to `last` that have a block. */
  blocks(first: number, last: number): Promise<number[]> {
    const parameters = [first, last, { commitment: 'finalized' }];
    return this.call('getBlocks', parameters, z.array(z.number()));
  }

  block(slot: number): Promise<ScannedBlock> {
    const options = {
      commitment: 'finalized',
      encoding: 'json',
      transactionDetails: 'full',
      maxSupportedTransactionVersion: 0,
      rewards: false,
    };
    return this.call('getBlock', [slot, options], block);
  }

  /** The data of every message account there is, and the slot as of which. */
  async allMessages(core: string): Promise<{ slot: number; accounts: Uint8Array[] }> {
    const filters = [{ memcmp: { offset: 0, bytes: MESSAGE_LETTERS } }];
    const options = { ...FINALIZED, withContext: true, filters };
    const { context, value } = await this.call('getProgramAccounts', [core, options], heldAccounts);
    return { slot: context.slot, accounts: value.map(({ account }) => bytesOf(account)) };
  }

  /** The data of those of the accounts that `owner` owns. */
  async ownedAccounts(owner: string, accounts: readonly string[]): Promise<Uint8Array[]> {
    const found: Uint8Array[] = [];
    for (let at = 0; at < accounts.length; at += ACCOUNTS_AT_ONCE) {
      const some = accounts.slice(at, at + ACCOUNTS_AT_ONCE);
      const { value } = await this.call('getMultipleAccounts', [some, FINALIZED], someAccounts);
      for (const account of value) if (account?.owner === owner) found.push(bytesOf(account));
    }
    return found;
  }

  private async call<T>(method: string, params: unknown, shape: z.ZodType<T>): Promise<T> {
    const patience = new AbortController();
    const giveUp = () => patience.abort();
    const timer = setTimeout(giveUp, RPC_PATIENCE_MS);
    this.stopping.addEventListener('abort', giveUp, { once: true });
    try {
      const response = await fetch(this.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: patience.signal,
      });
      const answer = reply.parse(await response.json());
      if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
      return shape.parse(answer.result);
    } finally {
      clearTimeout(timer);
      this.stopping.removeEventListener('abort', giveUp);
    }
  }
}

const bytesOf = ({ data }: { readonly data: readonly [string, 'base64'] }): Uint8Array =>
  base64.decode(data[0]);
