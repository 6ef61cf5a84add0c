import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileTransactionMessage,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  appendTransactionMessageInstructions,
} from '@solana/kit';
import type { Address, KeyPairSigner } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  BATCH_REQUESTS_MAX,
  REQUEST_BODY_BYTES_MAX,
  faucetSigner,
  startLocalChain,
} from '@bellwether/local-chain';
import type { LocalChain, RunningChain } from '@bellwether/local-chain';
import { fundedWallet, signed, transfer } from '../chain/wallet';
import { post, rpcCall, rpcFailure } from '../clients/rpc-call';

const MINT = 'So11111111111111111111111111111111111111112' as Address;
let local: RunningChain;
let chain: LocalChain;
let payer: KeyPairSigner;
let recipient: Address;

beforeAll(async () => {
  local = await startLocalChain({ isMoving: false, finalizeAfterBlocks: 4 });
  chain = local.chain;
  payer = await fundedWallet(chain);
  recipient = (await generateKeyPairSigner()).address;
  chain.advance(5);
});
afterAll(() => local.stop());

const call = (method: string, ...params: unknown[]) => rpcCall(local, method, params);
const failure = (method: string, ...params: unknown[]) => rpcFailure(local, method, params);
const send = async (amount = 5_000_000n) => {
  const lifetime = chain.latestBlockhash('processed');
  return chain.submit(await transfer(payer, { to: recipient, amount, lifetime }));
};

describe('a request that cannot be answered', () => {
  const wire = 'AQ==';
  it.each([
    ['an unknown method', 'getNothing', [], -32601, 'Method not found: getNothing'],
    ['a method by the name of a property of objects', 'constructor', [], -32601, 'constructor'],
    ['an address that is none', 'getBalance', ['x'], -32602, 'parameter 0 (account) must be'],
    ['no address', 'getAccountInfo', [], -32602, 'a base58 public key of 32 bytes, not nothing'],
    ['an entry', 'getMultipleAccounts', [[MINT, 5]], -32602, 'entry 1 must be'],
    ['an unknown commitment', 'getSlot', [{ commitment: 'max' }], -32602, '`commitment` must be'],
    ['a slot of letters', 'getBlock', ['5'], -32602, 'parameter 0 (slot) must be an integer'],
    ['a configuration that is none', 'getBalance', [MINT, 7], -32602, 'the configuration'],
    ['too many accounts', 'getMultipleAccounts', [Array(101).fill(MINT)], -32602, 'most is 100'],
    ['too long a page', 'getSignaturesForAddress', [MINT, { limit: 1001 }], -32602, '1 to 1000'],
    [
      'a history at processed',
      'getSignaturesForAddress',
      [MINT, { commitment: 'processed' }],
      -32602,
      'below `confirmed`',
    ],
    [
      'a token account that is none',
      'getTokenAccountBalance',
      [MINT],
      -32602,
      'not a token account',
    ],
    [
      'a transaction that is none',
      'sendTransaction',
      [wire, { encoding: 'base64' }],
      -32602,
      'deserialize',
    ],
    [
      'a transaction of no base64',
      'sendTransaction',
      ['*', { encoding: 'base64' }],
      -32602,
      'must be base64',
    ],
    [
      'a transaction too large',
      'sendTransaction',
      ['A'.repeat(1_800), { encoding: 'base64' }],
      -32602,
      'too large',
    ],
    ['a message that is none', 'getFeeForMessage', [wire], -32602, 'deserialize the message'],
    ['an airdrop too large', 'requestAirdrop', [MINT, 10n ** 15n], -32602, 'the most at once'],
    ['a clock in milliseconds', 'localnet_setClock', [1_900_000_000_000], -32602, 'unix seconds'],
    [
      'a mint that is none',
      'localnet_mint',
      ['11111111111111111111111111111111', MINT, 1],
      -32602,
      'is not a mint',
    ],
    [
      'a slot to come',
      'getBlock',
      [1_000_000_000],
      -32004,
      'Block not available for slot 1000000000',
    ],
    ['a slot long gone', 'getBlock', [5], -32001, 'cleaned up'],
    [
      'a context to come',
      'getBalance',
      [MINT, { minContextSlot: 1_000_000_000 }],
      -32016,
      'Minimum context slot',
    ],
  ])('%s', async (_, method, params, code, message) => {
    const body = `{"id":1,"method":"${method}","params":${JSON.stringify(params, (_key, value) => (typeof value === 'bigint' ? Number(value) : (value as unknown)))}}`;
    const answer = (await post(local.url, body)) as { error: { code: number; message: string } };
    expect(answer.error.code).toBe(code);
    expect(answer.error.message).toContain(message);
  });

  it.each([
    ['no JSON', '{', -32700],
    ['no object', '5', -32600],
    ['an empty batch', '[]', -32600],
    ['a batch too long', JSON.stringify(Array(BATCH_REQUESTS_MAX + 1).fill({})), -32600],
    ['a body too large', ' '.repeat(REQUEST_BODY_BYTES_MAX + 1), -32600],
  ])('%s', async (_, body, code) => {
    expect(await post(local.url, body)).toMatchObject({ error: { code }, id: null });
  });
});

describe('a client that leaves', () => {
  it('in the middle of its request is no concern of others', async () => {
    const socket = connect(local.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{');
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect(await call('getHealth')).toBe('ok');
  });
});

describe('a batch', () => {
  it('is answered in order, each with its id', async () => {
    const request = (id: number | string, method: string) => ({ jsonrpc: '2.0', id, method });
    const body = JSON.stringify([
      request(7, 'getHealth'),
      request('b', 'no'),
      request(9, 'getSlot'),
    ]);
    expect(await post(local.url, body)).toMatchObject([
      { id: 7, result: 'ok' },
      { id: 'b', error: { code: -32601 } },
      { id: 9, result: chain.blockAt('finalized').slot },
    ]);
  });
});

describe('an integer of 64 bits', () => {
  it('is exact in both directions', async () => {
    const owner = (await generateKeyPairSigner()).address;
    const amount = 2n ** 63n + 1n;
    const faucet = await faucetSigner(new Uint8Array(32).fill(9));
    const mint = (await generateKeyPairSigner()).address;
    const genesis = { mints: [{ address: mint, decimals: 6, mintAuthority: faucet.address }] };
    const rich = await startLocalChain({ genesis, faucetSeed: new Uint8Array(32).fill(9) });
    const body = `{"id":1,"method":"localnet_mint","params":["${mint}","${owner}",${amount}]}`;
    await post(rich.url, body);
    const supply = {
      jsonrpc: '2.0',
      id: 1,
      method: 'getTokenSupply',
      params: [mint, { commitment: 'processed' }],
    };
    const answer = (await post(rich.url, JSON.stringify(supply))) as { result: { value: object } };
    expect(answer.result.value).toMatchObject({ amount: amount.toString(), decimals: 6 });
    const { account } = await rpcCall(rich, 'getAccountInfo', [
      'SysvarC1ock11111111111111111111111111111111',
      { encoding: 'base64' },
    ]).then((value) => ({ account: (value as { value: { rentEpoch: bigint } }).value }));
    expect(account.rentEpoch).toBe(2n ** 64n - 1n);
    await rich.stop();
  });
});

describe('sendTransaction', () => {
  const base64 = (wire: Uint8Array) =>
    getBase64EncodedWireTransaction(getTransactionDecoder().decode(wire));
  const wireOf = (amount: bigint, lifetime = chain.latestBlockhash('processed')) =>
    transfer(payer, { to: recipient, amount, lifetime });

  it('tells a failed preflight with its error, logs and units', async () => {
    const wire = base64(await wireOf(10n ** 13n));
    expect(await failure('sendTransaction', wire, { encoding: 'base64' })).toMatchObject({
      code: -32002,
      message:
        'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: {
        err: { InstructionError: [0, { Custom: 1 }] },
        logs: expect.any(Array),
        unitsConsumed: 150,
      },
    });
  });

  it('refuses a transaction that landed, an expired one and a badly signed one', async () => {
    const wire = await wireOf(5_000_001n);
    await call('sendTransaction', base64(wire), { encoding: 'base64' });
    const again = await failure('sendTransaction', base64(wire), { encoding: 'base64' });
    expect(again).toMatchObject({ code: -32002, data: { err: 'AlreadyProcessed' } });
    const unknownHash = { ...chain.latestBlockhash(), blockhash: payer.address as never };
    const expired = base64(await wireOf(5_000_002n, unknownHash));
    expect(await failure('sendTransaction', expired, { encoding: 'base64' })).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound' },
    });
    wire[10]! ^= 1;
    const forged = await failure('sendTransaction', base64(wire), { encoding: 'base64' });
    expect(forged).toMatchObject({ code: -32003 });
  });

  it('without preflight answers the signature, whatever comes of it', async () => {
    const unknownHash = { ...chain.latestBlockhash(), blockhash: payer.address as never };
    const wire = base64(await wireOf(5_000_003n, unknownHash));
    const config = { encoding: 'base64', skipPreflight: true };
    const signature = await call('sendTransaction', wire, config);
    expect(await call('getSignatureStatuses', [signature])).toMatchObject({ value: [null] });
  });
});

describe('getFeeForMessage', () => {
  it('says what the chain then charges, priority included', async () => {
    const lifetime = chain.latestBlockhash('processed');
    const instructions = [
      getSetComputeUnitLimitInstruction({ units: 100_000 }),
      getSetComputeUnitPriceInstruction({ microLamports: 1_234_567n }),
      getTransferSolInstruction({ source: payer, destination: recipient, amount: 5_000_004n }),
    ];
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayer(payer.address, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => appendTransactionMessageInstructions(instructions, draft),
    );
    const bytes = getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message));
    const fee = await call('getFeeForMessage', getBase64Decoder().decode(bytes));
    const stored = chain.submit(await signed({ payer, instructions, lifetime }));
    expect(fee).toMatchObject({ value: Number(stored.feeLamports) });
    expect(stored.feeLamports).toBe(5_000n + 123_457n);
  });
});

describe('blocks', () => {
  it('are listed without those that a fork skipped', async () => {
    const from = chain.slot;
    chain.advance(2);
    chain.fork(2);
    chain.advance(6);
    const slots = (await call('getBlocks', from, from + 6, {
      commitment: 'confirmed',
    })) as number[];
    expect(slots).toEqual([from, from + 3, from + 4, from + 5, from + 6]);
    expect(await call('getBlocksWithLimit', from, 2, { commitment: 'confirmed' })).toEqual([
      from,
      from + 3,
    ]);
    expect(await failure('getBlock', from + 1)).toMatchObject({ code: -32007 });
    expect(await call('getBlock', from + 3)).toMatchObject({ parentSlot: from, transactions: [] });
  });

  it('show as much of their transactions as is asked for', async () => {
    const { signature, slot } = await send();
    chain.advance(5);
    const block = (transactionDetails: string) =>
      call('getBlock', slot, {
        transactionDetails,
        maxSupportedTransactionVersion: 0,
        rewards: false,
      });
    expect(await block('none')).not.toHaveProperty('transactions');
    expect(await block('signatures')).toMatchObject({ signatures: [signature] });
    expect(await block('accounts')).toMatchObject({
      transactions: [
        { transaction: { accountKeys: [{ pubkey: payer.address, signer: true }, {}, {}] } },
      ],
    });
    expect(await block('full')).toMatchObject({
      transactions: [
        { version: 0, meta: { err: null, fee: 5_000 }, transaction: { signatures: [signature] } },
      ],
    });
    const unsupported = await failure('getBlock', slot);
    expect(unsupported).toMatchObject({ code: -32015 });
  });
});

describe('accounts', () => {
  it('come in the slice and encoding that is asked for', async () => {
    const info = async (config: object) =>
      ((await call('getAccountInfo', MINT, config)) as { value: { data: unknown } }).value.data;
    const slice = { dataSlice: { offset: 44, length: 2 } };
    expect(await info({ encoding: 'base64', ...slice })).toEqual(['CQE=', 'base64']);
    expect(await info({ encoding: 'base58', ...slice })).toEqual(['gk', 'base58']);
    expect(await info({ encoding: 'jsonParsed' })).toMatchObject({
      program: 'spl-token',
      parsed: { type: 'mint', info: { decimals: 9, isInitialized: true } },
    });
  });
});

describe('the test methods', () => {
  it('mint from the faucet’s stock where it is not the authority, and never more than it has', async () => {
    const faucetSeed = new Uint8Array(32).fill(3);
    const faucet = await faucetSigner(faucetSeed);
    const mint = (await generateKeyPairSigner()).address;
    const stock = await associated(faucet.address, mint);
    const genesis = {
      mints: [{ address: mint, decimals: 6, mintAuthority: payer.address }],
      tokenAccounts: [{ address: stock, mint, owner: faucet.address, amount: 100n }],
    };
    const stocked = await startLocalChain({ genesis, faucetSeed, slotMs: 10 });
    await rpcCall(stocked, 'localnet_mint', [mint, recipient, 60]);
    const held = await associated(recipient, mint);
    const config = { commitment: 'processed' };
    expect(await rpcCall(stocked, 'getTokenAccountBalance', [held, config])).toMatchObject({
      value: { amount: '60' },
    });
    expect(await rpcCall(stocked, 'getTokenSupply', [mint, config])).toMatchObject({
      value: { amount: '100' },
    });
    expect(await rpcFailure(stocked, 'localnet_mint', [mint, recipient, 41])).toMatchObject({
      message: expect.stringContaining('has 40 of it in stock, not 41'),
    });
    await stocked.stop();
  });

  it('fork, set the clock, and stall', async () => {
    const { signature } = await send(6_000_000n);
    expect(await call('localnet_fork', 1)).toEqual([signature]);
    await call('localnet_setClock', 2_000_000_000);
    chain.advance();
    const slot = await call('getSlot', { commitment: 'confirmed' });
    expect(await call('getBlockTime', slot)).toBeGreaterThanOrEqual(2_000_000_000);
    const moving = await startLocalChain({ slotMs: 5 });
    await rpcCall(moving, 'localnet_stall', [600_000]);
    const before = moving.chain.slot;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(moving.chain.slot).toBe(before);
    await moving.stop();
  });
});

async function associated(owner: Address, mint: Address): Promise<Address> {
  const { TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } = await import('@solana-program/token');
  const seeds = { owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  return (await findAssociatedTokenPda(seeds))[0];
}
