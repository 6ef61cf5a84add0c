/**
 * What a Solana client needs of a chain, defined once for all clients. It imports no code: it is bundled for the
 * processes of clients outside this checkout.
 */
export type CaseCommitment = 'processed' | 'confirmed' | 'finalized';

export interface ListedToken {
  readonly owner: string;
  readonly amount: string;
}

/** A client library, reduced to what the cases use. `W` is its wallet; amounts are whole base units. */
export interface ChainClient<W> {
  wallet(): Promise<W>;
  addressOf(wallet: W): string;
  /** Requests native units with the library's own method; confirmed when it returns. */
  airdrop(address: string, lamports: number): Promise<string>;
  balance(address: string, commitment: CaseCommitment): Promise<number>;
  /** Sends and waits until confirmed, with the library's own method. */
  transfer(from: W, to: string, lamports: number): Promise<string>;
  /** Sends without preflight and does not wait. */
  transferBlindly(from: W, to: string, lamports: number): Promise<string>;
  /** Signs with a blockhash taken first, calls `meanwhile`, then sends with preflight. */
  transferAfter(from: W, to: string, meanwhile: () => Promise<void>): Promise<string>;
  /** As `transferAfter`, by a durable nonce that is made for it; then signs another with the same, and sends it. */
  transferByNonce(from: W, to: string, meanwhile: () => Promise<void>): Promise<string>;
  /** As `transfer`, with a version 0 transaction that names the recipient through a lookup table made for it. */
  transferByLookupTable(from: W, to: string, lamports: number): Promise<string>;
  simulateTransfer(
    from: W,
    to: string,
    lamports: number,
  ): Promise<{ failed: boolean; units: number }>;
  createAccount(payer: W, space: number): Promise<string>;
  createMint(authority: W, decimals: number): Promise<string>;
  createTokenAccount(payer: W, mint: string, owner: string): Promise<string>;
  mintTo(authority: W, mint: string, account: string, amount: number): Promise<string>;
  transferToken(
    owner: W,
    tokens: { mint: string; from: string; to: string; amount: number; decimals: number },
  ): Promise<string>;
  tokenBalance(account: string): Promise<string>;
  tokenSupply(mint: string): Promise<string>;
  /** By jsonParsed. */
  tokensOf(owner: string, mint: string): Promise<string[]>;
  waitFor(signature: string, commitment: CaseCommitment): Promise<void>;
  status(signature: string): Promise<{ failed: boolean; commitment: string } | null>;
  transaction(signature: string): Promise<{
    slot: number;
    fee: number;
    failed: boolean;
    version: string;
    loaded: string[];
    before: ListedToken[];
    after: ListedToken[];
  } | null>;
  /** The types of its instructions by jsonParsed, `?` for undecoded ones. */
  parsedTypes(signature: string): Promise<string[]>;
  block(slot: number): Promise<{ signatures: string[]; parentSlot: number; isDated: boolean }>;
  signatures(address: string, page: { limit: number; before?: string }): Promise<string[]>;
  /** Balances of an account from the subscription, until there are `count`, while `doing` runs. */
  watchBalance(address: string, count: number, doing: () => Promise<unknown>): Promise<number[]>;
  /** The signature of the first transaction that mentions an address, from the subscription. */
  watchLogs(address: string, doing: () => Promise<unknown>): Promise<string>;
  /** The message of this library's error, with the logs it carries. */
  errorText(error: unknown): string;
}

/** What only this chain can do, through its RPC. */
export interface ChainControls {
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

export interface ClientCase {
  readonly name: string;
  readonly run: <W>(client: ChainClient<W>, chain: ChainControls) => Promise<unknown>;
  /** The result of `run` for every client. */
  readonly expected: unknown;
}

const SOL = 1_000_000_000;
const FEE = 5_000;

async function funded<W>(client: ChainClient<W>): Promise<W> {
  const wallet = await client.wallet();
  await client.airdrop(client.addressOf(wallet), 10 * SOL);
  return wallet;
}

async function address<W>(client: ChainClient<W>): Promise<string> {
  return client.addressOf(await client.wallet());
}

async function errorOf<W>(client: ChainClient<W>, promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: unknown) => client.errorText(error),
  );
}

/** So many blocks that a transaction with a blockhash of now can land no more. */
async function expireBlockhashes(chain: ChainControls): Promise<void> {
  const height = async () =>
    Number(await chain.call('getBlockHeight', [{ commitment: 'processed' }]));
  const last = (await height()) + 151;
  while ((await height()) <= last) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A mint of 6 decimals with 1,000 units at its authority, and an empty account of another owner. */
async function tokens<W>(client: ChainClient<W>) {
  const authority = await funded(client);
  const mint = await client.createMint(authority, 6);
  const other = await address(client);
  const from = await client.createTokenAccount(authority, mint, client.addressOf(authority));
  const to = await client.createTokenAccount(authority, mint, other);
  await client.mintTo(authority, mint, from, 1_000);
  return { authority, mint, other, from, to, decimals: 6 };
}

export const CLIENT_CASES: readonly ClientCase[] = [
  {
    name: 'an airdrop is confirmed, then final',
    run: async (client) => {
      const to = await address(client);
      const signature = await client.airdrop(to, SOL);
      const confirmed = await client.balance(to, 'confirmed');
      await client.waitFor(signature, 'finalized');
      return [confirmed, await client.balance(to, 'finalized')];
    },
    expected: [SOL, SOL],
  },
  {
    name: 'a transfer arrives and costs its fee',
    run: async (client) => {
      const from = await funded(client);
      const to = await address(client);
      const signature = await client.transfer(from, to, SOL);
      const stored = await client.transaction(signature);
      const left = await client.balance(client.addressOf(from), 'confirmed');
      return [await client.balance(to, 'confirmed'), left, stored?.fee, stored?.failed];
    },
    expected: [SOL, 9 * SOL - FEE, FEE, false],
  },
  {
    name: 'an account is created with its rent',
    run: async (client) => {
      const created = await client.createAccount(await funded(client), 80);
      return client.balance(created, 'confirmed');
    },
    expected: (80 + 128) * 6_960,
  },
  {
    name: 'tokens are minted and transferred',
    run: async (client) => {
      const { authority, mint, other, from, to, decimals } = await tokens(client);
      await client.transferToken(authority, { mint, from, to, amount: 250, decimals });
      return [
        await client.tokenBalance(from),
        await client.tokenBalance(to),
        await client.tokenSupply(mint),
        await client.tokensOf(other, mint),
      ];
    },
    expected: ['750', '250', '1000', ['250']],
  },
  {
    name: 'a transaction tells the token balances around it, with their owners',
    run: async (client) => {
      const { authority, mint, other, from, to, decimals } = await tokens(client);
      const moved = { mint, from, to, amount: 1, decimals };
      const stored = await client.transaction(await client.transferToken(authority, moved));
      const byOwner = (list: readonly ListedToken[] = []) => [
        list.find(({ owner }) => owner === client.addressOf(authority))?.amount,
        list.find(({ owner }) => owner === other)?.amount,
      ];
      return [byOwner(stored?.before), byOwner(stored?.after)];
    },
    expected: [
      ['1000', '0'],
      ['999', '1'],
    ],
  },
  {
    name: 'a parsed transaction names its instructions',
    run: async (client) => {
      const { authority, mint, from, to, decimals } = await tokens(client);
      const moved = { mint, from, to, amount: 1, decimals };
      return client.parsedTypes(await client.transferToken(authority, moved));
    },
    expected: ['transferChecked'],
  },
  {
    name: 'a transfer of too much is refused before it is sent, with the reason and the logs',
    run: async (client) => {
      const from = await funded(client);
      const text = await errorOf(client, client.transfer(from, await address(client), 100 * SOL));
      return [/custom program error: (0x1|#1)/.test(text), text.includes('insufficient lamports')];
    },
    expected: [true, true],
  },
  {
    name: 'a transfer of too much that is sent all the same lands and fails',
    run: async (client) => {
      const from = await funded(client);
      const signature = await client.transferBlindly(from, await address(client), 100 * SOL);
      await client.waitFor(signature, 'confirmed');
      const stored = await client.transaction(signature);
      return [stored?.failed, (await client.status(signature))?.failed, stored?.fee];
    },
    expected: [true, true, FEE],
  },
  {
    name: 'an expired blockhash is refused',
    run: async (client, chain) => {
      const from = await funded(client);
      const expire = () => expireBlockhashes(chain);
      const text = await errorOf(client, client.transferAfter(from, await address(client), expire));
      return /blockhash not found/i.test(text);
    },
    expected: true,
  },
  {
    name: 'a durable nonce outlives blockhashes, and serves once',
    run: async (client, chain) => {
      const from = await funded(client);
      const to = await address(client);
      const expire = () => expireBlockhashes(chain);
      const text = await errorOf(client, client.transferByNonce(from, to, expire));
      return [await client.balance(to, 'confirmed'), /blockhash not found/i.test(text)];
    },
    expected: [1_000_000, true],
  },
  {
    name: 'a transaction passes through the commitments',
    run: async (client) => {
      const from = await funded(client);
      const signature = await client.transferBlindly(from, await address(client), SOL);
      const seen: string[] = [];
      for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
        await client.waitFor(signature, commitment);
        const status = await client.status(signature);
        seen.push(status === null ? 'none' : String(status.failed));
      }
      return [...seen, (await client.status(signature))?.commitment];
    },
    expected: ['false', 'false', 'false', 'finalized'],
  },
  {
    name: 'an account subscription tells each change',
    run: async (client) => {
      const from = await funded(client);
      const to = await address(client);
      return client.watchBalance(to, 2, async () => {
        await client.transfer(from, to, SOL);
        await client.transfer(from, to, 2 * SOL);
      });
    },
    expected: [SOL, 3 * SOL],
  },
  {
    name: 'a logs subscription tells the transaction that mentions an address',
    run: async (client) => {
      const from = await funded(client);
      const to = await address(client);
      let signature = '';
      const reported = await client.watchLogs(to, async () => {
        signature = await client.transfer(from, to, SOL);
      });
      return reported === signature;
    },
    expected: true,
  },
  {
    name: 'history is paged, newest first',
    run: async (client) => {
      const from = await funded(client);
      const to = await address(client);
      const sent: string[] = [];
      for (const part of [1, 2, 3, 4, 5])
        sent.unshift(await client.transfer(from, to, (part * SOL) / 5));
      const pages: string[][] = [];
      for (let before: string | undefined; ;) {
        const page = await client.signatures(
          to,
          before === undefined ? { limit: 2 } : { limit: 2, before },
        );
        if (page.length === 0) break;
        pages.push(page);
        before = page.at(-1);
      }
      return [
        pages.map(({ length }) => length),
        JSON.stringify(pages.flat()) === JSON.stringify(sent),
      ];
    },
    expected: [[2, 2, 1], true],
  },
  {
    name: 'a block holds its transactions',
    run: async (client) => {
      const signature = await client.transfer(await funded(client), await address(client), SOL);
      const { slot } = (await client.transaction(signature))!;
      const block = await client.block(slot);
      return [block.signatures.includes(signature), block.parentSlot < slot, block.isDated];
    },
    expected: [true, true, true],
  },
  {
    name: 'a simulation has no effect',
    run: async (client) => {
      const from = await funded(client);
      const to = await address(client);
      const good = await client.simulateTransfer(from, to, SOL);
      const bad = await client.simulateTransfer(from, to, 100 * SOL);
      return [good.failed, good.units > 0, bad.failed, await client.balance(to, 'processed')];
    },
    expected: [false, true, true, 0],
  },
  {
    name: 'a version 0 transaction finds addresses in a lookup table',
    run: async (client) => {
      const from = await funded(client);
      const to = await address(client);
      const signature = await client.transferByLookupTable(from, to, SOL);
      const stored = await client.transaction(signature);
      const isLoaded = stored?.loaded.includes(to);
      return [stored?.version, isLoaded, await client.balance(to, 'confirmed')];
    },
    expected: ['0', true, SOL],
  },
  {
    name: 'a fork takes a confirmed transaction away',
    run: async (client, chain) => {
      const from = await funded(client);
      const to = await address(client);
      const signature = await client.transfer(from, to, SOL);
      await chain.call('localnet_fork', [32]);
      return [await client.status(signature), await client.balance(to, 'processed')];
    },
    expected: [null, 0],
  },
];
