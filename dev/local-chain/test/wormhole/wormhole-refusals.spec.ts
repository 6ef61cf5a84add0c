/** What the stand-ins refuse, with the error of the deployed programs; each time nothing has moved on either chain. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coreSeeds, guardianAddressOf } from '@bellwether/wormhole';
import type { Vaa, VaaBody } from '@bellwether/wormhole';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { generateKeyPairSigner } from '@solana/kit';
import type { Address, Instruction } from '@solana/kit';
import type { StoredTransaction } from '../../src/chain/stored-transaction';
import { COMPUTE_BUDGET_PROGRAM } from '../../src/chain/program-addresses';
import { bytesOf } from '../../src/network/genesis-account';
import {
  BridgeBench,
  GUARDIAN_KEYS,
  GUARDIAN_SET,
  NINE,
  OLD_GUARDIAN_KEYS,
  USDC,
} from './bridge-bench';
import {
  completeNativeInstruction,
  completeWrappedInstruction,
  coreAddress,
  postMessageInstruction,
} from './wormhole-instructions';

/** SetComputeUnitLimit of 200,000: an instruction without effect. */
const COMPUTE_UNITS = Uint8Array.of(2, 0x40, 0x0d, 0x03, 0x00);

let bench: BridgeBench;
let to: Address;
let before: Awaited<ReturnType<BridgeBench['balances']>>;

beforeAll(async () => {
  bench = await BridgeBench.open();
  to = await bench.accountOf(bench.wrapped.usdc);
  const { message } = await bench.transfer('ext', { mint: USDC, amount: 1_000n, to });
  await bench.postVaa('main', bench.signed(bench.bodyOf('ext', message)));
});
afterAll(() => bench.close());
beforeEach(async () => {
  before = await bench.balances();
});

/** The error of the transaction's last instruction. */
const errorOf = ({ error }: StoredTransaction): unknown =>
  typeof error === 'object' && error !== null && 'InstructionError' in error
    ? error.InstructionError[1]
    : error;

/** An error of the program's own, by its place in the deployed program's list. */
const custom = (number: number) => ({ Custom: number });

let nextSequence = 1_000n;
const invented = async (
  transfer: Parameters<BridgeBench['inventedBody']>[0] = {},
  body: Partial<VaaBody> = {},
) => bench.inventedBody(transfer, { sequence: (nextSequence += 1n), ...body });

describe('posting a VAA on main', () => {
  const refusedVaa = async (vaa: Vaa, options: Parameters<BridgeBench['postVaa']>[2] = {}) => {
    const { landed, account } = await bench.postVaa('main', vaa, options);
    expect(bench.chains.main.account(account)).toBeNull();
    expect(await bench.balances()).toEqual(before);
    return errorOf(landed);
  };

  it('with twelve of nineteen signatures', async () => {
    expect(await refusedVaa(bench.signed(await invented(), 12))).toEqual(custom(13));
  });

  it('with thirteen, one of them of a key that is no guardian', async () => {
    const keys = GUARDIAN_KEYS.with(4, new Uint8Array(32).fill(9));
    const vaa = bench.signed(await invented(), 13, keys);
    expect(await refusedVaa(vaa)).toEqual(custom(2)); // the precompile: another address signed
  });

  it('with a forged signature that tells the precompile its own address', async () => {
    const forger = new Uint8Array(32).fill(9);
    const forgerAddress = guardianAddressOf(secp256k1.getPublicKey(forger));
    const vaa = bench.signed(await invented(), 13, GUARDIAN_KEYS.with(4, forger));
    const addresses = GUARDIAN_SET.guardians.with(4, forgerAddress);
    expect(await refusedVaa(vaa, { addresses })).toBe('InvalidArgument');
  });

  it('with twelve signatures, one of them given for two guardians', async () => {
    const vaa = bench.signed(await invented(), 12);
    const twice = { ...vaa.signatures[0]!, guardianIndex: 12 };
    const addresses = GUARDIAN_SET.guardians.with(12, GUARDIAN_SET.guardians[0]!);
    const padded = { ...vaa, signatures: [...vaa.signatures, twice] };
    expect(await refusedVaa(padded, { addresses })).toBe('InvalidArgument');
  });

  it('of a guardian set that has ended', async () => {
    const vaa = bench.signed(await invented(), 13, OLD_GUARDIAN_KEYS, 0);
    expect(await refusedVaa(vaa)).toEqual(custom(14));
  });

  it('of the set in force, with signatures of the one that has ended', async () => {
    const vaa = bench.signed(await invented(), 13, OLD_GUARDIAN_KEYS, 0);
    expect(await refusedVaa(vaa, { altered: { guardianSetIndex: 1 } })).toEqual(custom(0));
  });

  it('of a guardian set that there is not', async () => {
    const vaa = bench.signed(await invented());
    expect(await refusedVaa(vaa, { altered: { guardianSetIndex: 2 } })).toBe('IllegalOwner');
  });

  it.each<[string, Partial<VaaBody>]>([
    ['another payload', { payload: new Uint8Array(133).fill(1) }],
    ['another emitter', { emitterAddress: new Uint8Array(32).fill(1) }],
    ['another sequence', { sequence: 5n }],
    ['another time', { timestamp: 5 }],
  ])('with %s than was signed', async (_what, altered) => {
    const vaa = bench.signed(await invented());
    expect(await refusedVaa(vaa, { altered })).toBe('InvalidAccountData');
  });
});

describe('verifying signatures', () => {
  /** Tries one batch of a VAA's signatures with other instructions than the two that belong together. */
  const refusedBatch = async (
    arranged: (precompile: Instruction, verify: Instruction) => readonly Instruction[],
  ) => {
    const vaa = bench.signed(await invented());
    const signatureSet = await generateKeyPairSigner();
    const request = { batch: vaa.signatures.slice(0, 7), signatureSet };
    const [precompile, verify] = await bench.verifying('main', vaa, request);
    const landed = await bench.send('main', arranged(precompile, verify), [signatureSet]);
    expect(bench.chains.main.account(signatureSet.address)).toBeNull();
    return errorOf(landed);
  };

  it('without the precompile', async () => {
    expect(await refusedBatch((_precompile, verify) => [verify])).toEqual(custom(1));
  });

  it('with another instruction between', async () => {
    const computeLimit = { programAddress: COMPUTE_BUDGET_PROGRAM, data: COMPUTE_UNITS };
    const refusal = await refusedBatch((precompile, verify) => [precompile, computeLimit, verify]);
    expect(refusal).toEqual(custom(11));
  });

  it('that the precompile found in another instruction than its own', async () => {
    const refusal = await refusedBatch((precompile, verify) => [precompile, precompile, verify]);
    expect(refusal).toEqual(custom(11));
  });

  it('of two bodies for one of them', async () => {
    const signatureSet = await generateKeyPairSigner();
    const [one, two] = [bench.signed(await invented()), bench.signed(await invented())];
    const first = { batch: one.signatures.slice(0, 7), signatureSet };
    const verifyOne = await bench.verifying('main', one, first);
    expect((await bench.send('main', verifyOne, [signatureSet])).error).toBeNull();
    const recorded = bench.chains.main.account(signatureSet.address)?.data;
    const rest = { batch: two.signatures.slice(7), signatureSet };
    const verifyTwo = await bench.verifying('main', two, rest);
    expect(errorOf(await bench.send('main', verifyTwo, [signatureSet]))).toEqual(custom(10));
    expect(bench.chains.main.account(signatureSet.address)?.data).toEqual(recorded);
  });
});

describe('completing on main', () => {
  /** Posts a VAA of the body, completes it with some accounts replaced, and expects nothing to move. */
  const refusedCompletion = async (
    body: VaaBody,
    request: {
      mint?: Address;
      to?: Address;
      wrong?: Record<string, Address>;
      isNative?: true;
    } = {},
  ) => {
    expect((await bench.postVaa('main', bench.signed(body))).landed.error).toBeNull();
    const build = request.isNative ? completeNativeInstruction : completeWrappedInstruction;
    const complete = await build('main', {
      ...(await bench.completion('main', body)),
      to: request.to ?? to,
      mint: request.mint ?? bench.wrapped.usdc,
      wrong: request.wrong ?? {},
    });
    const landed = await bench.send('main', [complete]);
    expect(await bench.balances()).toEqual(before);
    return errorOf(landed);
  };

  it('a VAA that was completed before', async () => {
    const body = await invented();
    await bench.postVaa('main', bench.signed(body));
    const accounts = await bench.completion('main', body);
    const complete = { ...accounts, to, mint: bench.wrapped.usdc };
    const first = await bench.send('main', [await completeWrappedInstruction('main', complete)]);
    expect(first.error).toBeNull();
    before = await bench.balances();
    expect(await refusedCompletion(body)).toBe('AccountAlreadyInitialized');
  });

  it('the same message signed by other guardians', async () => {
    const { message } = await bench.transfer('ext', { mint: USDC, amount: 10n, to });
    const body = bench.bodyOf('ext', message);
    await bench.postVaa('main', bench.signed(body));
    const accounts = await bench.completion('main', body);
    const complete = { ...accounts, to, mint: bench.wrapped.usdc };
    await bench.send('main', [await completeWrappedInstruction('main', complete)]);
    before = await bench.balances();
    await bench.postVaa('main', bench.signed(body, 19));
    expect(await refusedCompletion(body)).toBe('AccountAlreadyInitialized');
  });

  it('a message of an emitter that is not registered', async () => {
    const emitterAddress = new Uint8Array(32).fill(3);
    expect(await refusedCompletion(await invented({}, { emitterAddress }))).toBe(
      'UninitializedAccount',
    );
  });

  it("a message of the registered emitter's address on another chain", async () => {
    expect(await refusedCompletion(await invented({}, { emitterChain: 2 }))).toBe(
      'UninitializedAccount',
    );
  });

  it("a message of another emitter, shown with the registered one's endpoint", async () => {
    const { endpoint } = await bench.completion('main', await invented());
    const body = await invented({}, { emitterAddress: new Uint8Array(32).fill(3) });
    expect(await refusedCompletion(body, { wrong: { endpoint } })).toBe('InvalidSeeds');
  });

  it('a transfer of another token', async () => {
    const body = await invented({ tokenAddress: bytesOf(NINE) });
    expect(await refusedCompletion(body)).toEqual(custom(4));
  });

  it("a transfer of USDC into another mint's tokens", async () => {
    const mint = bench.wrapped.nine;
    const other = await bench.accountOf(mint);
    const body = await invented({ to: bytesOf(other) });
    expect(await refusedCompletion(body, { mint, to: other })).toEqual(custom(4));
  });

  it("a transfer to another's account", async () => {
    const body = await invented({ to: new Uint8Array(32).fill(8) });
    expect(await refusedCompletion(body)).toEqual(custom(11));
  });

  it('a transfer to an account of another mint', async () => {
    const other = await bench.accountOf(bench.wrapped.nine);
    const body = await invented({ to: bytesOf(other) });
    expect(await refusedCompletion(body, { to: other })).toEqual(custom(4));
  });

  it('a transfer to another chain', async () => {
    expect(await refusedCompletion(await invented({ toChain: 1 }))).toEqual(custom(1));
  });

  it('a transfer of a foreign token as if it were native', async () => {
    const body = await invented();
    expect(await refusedCompletion(body, { isNative: true })).toEqual(custom(4));
  });

  it('a transfer with a payload, which is for its target alone', async () => {
    const body = await invented();
    const payload = Uint8Array.from(body.payload);
    payload[0] = 3;
    expect(await refusedCompletion({ ...body, payload })).toEqual(custom(5));
  });

  it('an amount past a u64', async () => {
    expect(await refusedCompletion(await invented({ amount: 2n ** 64n }))).toEqual(custom(5));
  });

  it('a fee above the amount', async () => {
    expect(await refusedCompletion(await invented({ amount: 5n, fee: 6n } as object))).toBe(
      'InsufficientFunds',
    );
  });

  it('a message that no guardian signed', async () => {
    const { message } = await bench.transfer('main', { mint: bench.wrapped.usdc, amount: 0n, to });
    before = await bench.balances();
    const body = await invented();
    expect(await refusedCompletion(body, { wrong: { vaa: message } })).toEqual(custom(12));
  });

  it('an account that is not of the core bridge', async () => {
    const body = await invented();
    expect(await refusedCompletion(body, { wrong: { vaa: to } })).toBe('IllegalOwner');
  });

  it("a claim of another's", async () => {
    const { claim } = await bench.completion('main', await invented());
    expect(await refusedCompletion(await invented(), { wrong: { claim } })).toBe('InvalidSeeds');
  });
});

describe('transferring out', () => {
  const refusedTransfer = async (
    chain: 'ext' | 'main',
    request: Parameters<BridgeBench['transfer']>[1],
  ) => {
    const { landed, message } = await bench.transfer(chain, request);
    expect(bench.chains[chain].account(message)).toBeNull();
    expect(await bench.balances()).toEqual(before);
    return errorOf(landed);
  };
  const someUsdc = () => ({ mint: USDC, amount: 10n, to });

  it('more than was approved', async () => {
    const refusal = await refusedTransfer('ext', { ...someUsdc(), approved: 9n });
    expect(refusal).toEqual(custom(1)); // the token program: insufficient funds
  });

  it('more than there is', async () => {
    expect(await refusedTransfer('ext', { ...someUsdc(), amount: 2_000_000_000n })).toEqual(
      custom(1),
    );
  });

  it('to the same chain', async () => {
    expect(await refusedTransfer('ext', { ...someUsdc(), toChain: 1 })).toEqual(custom(1));
  });

  it('a fee above the amount', async () => {
    expect(await refusedTransfer('ext', { ...someUsdc(), fee: 11n })).toEqual(custom(10));
  });

  it('into an account that is not the custody', async () => {
    const custody = await bench.accountOf(USDC);
    expect(await refusedTransfer('ext', { ...someUsdc(), wrong: { custody } })).toBe(
      'InvalidSeeds',
    );
  });

  it('a wrapped token as if it were native', async () => {
    const request = { mint: bench.wrapped.usdc, amount: 0n, to, isNative: true };
    expect(await refusedTransfer('main', request)).toEqual(custom(7));
  });

  it('a native token as if it were wrapped', async () => {
    expect(await refusedTransfer('ext', { ...someUsdc(), isNative: false })).toBe(
      'UninitializedAccount',
    );
  });

  it("wrapped tokens of another's account, though they are approved", async () => {
    const thief = await generateKeyPairSigner();
    const request = { mint: bench.wrapped.usdc, amount: 1n, to, signers: [thief] };
    const wrong = { fromOwner: thief.address };
    expect(await refusedTransfer('main', { ...request, wrong })).toEqual(custom(9));
  });

  it('with a message under an emitter of somebody else', async () => {
    const wrong = { wormholeEmitter: await bench.accountOf(USDC) };
    expect(await refusedTransfer('ext', { ...someUsdc(), wrong })).toBe('InvalidSeeds');
  });
});

describe('posting a message', () => {
  it('without its fee', async () => {
    const message = await generateKeyPairSigner();
    const emitter = await generateKeyPairSigner();
    const post = await postMessageInstruction('ext', {
      payer: bench.user.address,
      message: message.address,
      emitter: emitter.address,
      data: { nonce: 1, payload: Uint8Array.of(1), consistencyLevel: 'finalized' },
    });
    const landed = await bench.send('ext', [post], [message, emitter]);
    expect(errorOf(landed)).toEqual(custom(2));
    const sequence = await coreAddress('ext', coreSeeds.sequence(bytesOf(emitter.address)));
    expect(bench.chains.ext.account(sequence)).toBeNull();
  });
});
