/** The RPC calls by which guardians find messages; all at the finalized commitment. */
import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import { ACCOUNTS_AT_ONCE, RPC_TIMEOUT_MS } from './limits';

/** Base58 of "msg", the first bytes of every message account's data. */
const MESSAGE_LETTERS = base58.encode(new TextEncoder().encode('msg'));
const FINALIZED = { commitment: 'finalized', encoding: 'base64' } as const;

const accountData = z.object({
  owner: z.string(),
  data: z.tuple([z.string(), z.literal('base64')]),
});
const heldAccounts = z.array(z.object({ account: accountData }));
const someAccounts = z.object({ value: z.array(accountData.nullable()) });

const instruction = z.object({
  programIdIndex: z.number(),
  accounts: z.array(z.number()),
  data: z.string(),
});
const addresses = z.array(z.string());
const finalTransaction = z.object({
  transaction: z.object({
    message: z.object({ accountKeys: addresses, instructions: z.array(instruction) }),
  }),
  meta: z.object({
    err: z.unknown(),
    innerInstructions: z.array(z.object({ instructions: z.array(instruction) })).nullish(),
    loadedAddresses: z.object({ writable: addresses, readonly: addresses }).nullish(),
  }),
});
export type FinalTransaction = z.infer<typeof finalTransaction>;
const listed = z.array(z.object({ signature: z.string() }));

const reply = z.union([
  z.object({ result: z.unknown(), error: z.undefined().optional() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
]);

export class MessageRpc {
  /** @param stopping aborts calls under way: a chain that stops at the same time would never answer them */
  constructor(
    private readonly rpcUrl: string,
    private readonly stopping: AbortSignal,
  ) {}

  /** Of transactions that name `address`, after `until`, newest first. */
  async signatures(
    address: string,
    page: { readonly limit: number; readonly until?: string | undefined },
  ): Promise<string[]> {
    const options = { commitment: 'finalized', ...page };
    const found = await this.call('getSignaturesForAddress', [address, options], listed);
    return found.map(({ signature }) => signature);
  }

  transaction(signature: string): Promise<FinalTransaction> {
    const options = {
      commitment: 'finalized',
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    };
    return this.call('getTransaction', [signature, options], finalTransaction);
  }

  /** The data of every message account. */
  async allMessages(core: string): Promise<Uint8Array[]> {
    const filters = [{ memcmp: { offset: 0, bytes: MESSAGE_LETTERS } }];
    const options = { ...FINALIZED, filters };
    const held = await this.call('getProgramAccounts', [core, options], heldAccounts);
    return held.map(({ account }) => bytesOf(account));
  }

  /** The data of those accounts that `owner` owns. */
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
    const stopped = new AbortController();
    const giveUp = () => stopped.abort();
    const timer = setTimeout(giveUp, RPC_TIMEOUT_MS);
    this.stopping.addEventListener('abort', giveUp, { once: true });
    try {
      const response = await fetch(this.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: stopped.signal,
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
