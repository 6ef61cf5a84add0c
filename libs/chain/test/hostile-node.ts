import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { addressOf } from '../src';
import type { Address } from '../src';

/**
 * The most calls that programs may make in one transaction, and the data of a call: 10 KiB, 13,982 characters of
 * base58.
 */
export const MAX_CALLS = 64;
export const CALL_DATA = 'z'.repeat(13_982);

const places = (count: number, of: unknown): unknown[] => Array.from({ length: count }, () => of);

export const addressAt = (fill: number): Address => addressOf(new Uint8Array(32).fill(fill));
export const blockhashAt = (slot: number): string => addressAt(100 + slot);

export interface Written {
  readonly signature: string;
  readonly accounts: readonly string[];
  readonly meta?: object;
  readonly message?: object;
}

/** A transaction as a node shows it, in which nothing moved unless `meta` says so. */
export const transactionJson = ({ signature, accounts, meta, message }: Written): object => ({
  transaction: {
    signatures: [signature],
    message: {
      header: {
        numRequiredSignatures: 1,
        numReadonlySignedAccounts: 0,
        numReadonlyUnsignedAccounts: 1,
      },
      accountKeys: accounts,
      recentBlockhash: blockhashAt(0),
      instructions: [],
      ...message,
    },
  },
  meta: {
    err: null,
    fee: 5_000,
    preBalances: places(accounts.length, 1_000_000),
    postBalances: places(accounts.length, 1_000_000),
    preTokenBalances: [],
    postTokenBalances: [],
    innerInstructions: [],
    logMessages: [],
    loadedAddresses: { readonly: [], writable: [] },
    ...meta,
  },
  version: 0,
});

/** As many calls with as much data as one transaction may make, by the program at index 1 of the accounts. */
export const hostileTransaction = (
  signature: string,
  { accounts, program = 1 }: { readonly accounts: readonly string[]; readonly program?: number },
): object =>
  transactionJson({
    signature,
    accounts,
    message: { instructions: [{ programIdIndex: 1, accounts: [0], data: '3Bxs', stackHeight: 1 }] },
    meta: {
      innerInstructions: [
        {
          index: 0,
          instructions: places(MAX_CALLS - 1, {
            programIdIndex: program,
            accounts: [0],
            data: CALL_DATA,
            stackHeight: 2,
          }),
        },
      ],
    },
  });

export interface HostileNode {
  readonly url: string;
  /** Bytes of all answers to `getBlock` so far. */
  readonly sentBytes: () => number;
  close(): Promise<void>;
}

/**
 * A node with these blocks from slot 1 on, each the child of the one before.
 * @param report replaces a block by any text
 */
export async function nodeOfBlocks(
  blocks: readonly (readonly object[])[],
  report: (slot: number) => string | undefined = () => undefined,
): Promise<HostileNode> {
  let sentBytes = 0;
  const texts = blocks.map((transactions, at) => {
    const header = {
      blockHeight: at + 1,
      blockTime: 1_700_000_000,
      blockhash: blockhashAt(at + 1),
      parentSlot: at,
      previousBlockhash: blockhashAt(at),
    };
    const rest = JSON.stringify(header).slice(1);
    const list = transactions.map((one) => JSON.stringify(one)).join();
    return Buffer.from(`{"jsonrpc":"2.0","result":{"transactions":[${list}],${rest},"id":1}`);
  });
  const answerOf = (method: string, [slot = 0, to = 0]: readonly number[]): string | Buffer => {
    const result = (value: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: value });
    if (method === 'getGenesisHash') return result(blockhashAt(0));
    if (method === 'getSlot') return result(blocks.length);
    if (method === 'getBlocks') {
      const slots = blocks.map((_, at) => at + 1);
      return result(slots.filter((one) => one >= slot && one <= to));
    }
    return report(slot) ?? texts[slot - 1] ?? result(null);
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, params } = JSON.parse(body) as { method: string; params: number[] };
      const answer = answerOf(method, params);
      if (method === 'getBlock') sentBytes += answer.length;
      response.setHeader('content-type', 'application/json').end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentBytes: () => sentBytes,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
