/** Instruction data, accounts with their roles, and derived addresses, compared with Wormhole's own SDK. */
import { describe, expect, it } from 'vitest';
import { parsePublicKey, toHex } from '@bellwether/codec';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { address, getProgramDerivedAddress } from '@solana/kit';
import type { Address } from '@solana/kit';
import {
  MAX_GUARDIANS,
  NO_SIGNATURE,
  SECP256K1_PROGRAM,
  WORMHOLE_ADDRESSES,
  WORMHOLE_CHAIN_IDS,
  bodyHashOf,
  completeNative,
  completeWrapped,
  coreSeeds,
  encodeInstructionData,
  instructionAccounts,
  postMessage,
  postVaa,
  secp256k1InstructionData,
  tokenBridgeSeeds,
  transferNative,
  transferWrapped,
  verifySignatures,
} from '../src';
import type { ProgramInstruction } from '../src';
import {
  CHAIN_VECTORS,
  GUARDIAN_SET,
  INSTRUCTION_FILE,
  VAA_VECTORS,
  hexBytes,
  transferOf,
  vaaOf,
} from './vectors';

const { given, instructions } = INSTRUCTION_FILE;
const target = hexBytes(INSTRUCTION_FILE.target_address);
const vaa = vaaOf(VAA_VECTORS[0]!);
const transfer = transferOf(VAA_VECTORS[0]!.transfer!);
const CHAIN_OF = { Solana: 'ext', Fogo: 'main' } as const;

const bytesOf = (text: string): Uint8Array => parsePublicKey(text)!;
const derived = async (program: string, seeds: readonly Uint8Array[]): Promise<string> => {
  const [found] = await getProgramDerivedAddress({
    programAddress: address(program),
    seeds: [...seeds],
  });
  return found;
};

const SYSVARS = {
  clock: 'SysvarC1ock11111111111111111111111111111111',
  rent: 'SysvarRent111111111111111111111111111111111',
  instructionsSysvar: 'Sysvar1nstructions1111111111111111111111111',
  systemProgram: '11111111111111111111111111111111',
} as const;

type Chain = keyof typeof CHAIN_OF;

/** Every address that an instruction names, derived from our seeds; the given ones are the SDK's examples. */
async function addressesOf(chain: Chain) {
  const { core, tokenBridge } = WORMHOLE_ADDRESSES.production[CHAIN_OF[chain]];
  const ofCore = (seeds: readonly Uint8Array[]) => derived(core, seeds);
  const ofBridge = (seeds: readonly Uint8Array[]) => derived(tokenBridge, seeds);
  const emitter = await ofBridge(tokenBridgeSeeds.emitter());
  const wormhole = {
    wormholeBridge: await ofCore(coreSeeds.bridge()),
    wormholeMessage: given.message,
    wormholeEmitter: emitter,
    wormholeSequence: await ofCore(coreSeeds.sequence(bytesOf(emitter))),
    wormholeFeeCollector: await ofCore(coreSeeds.feeCollector()),
    wormholeProgram: core,
  };
  return {
    ...SYSVARS,
    ...wormhole,
    payer: given.payer,
    config: await ofBridge(tokenBridgeSeeds.config()),
    from: given.from,
    fromOwner: given.owner,
    authoritySigner: await ofBridge(tokenBridgeSeeds.authoritySigner()),
    custodySigner: await ofBridge(tokenBridgeSeeds.custodySigner()),
    mintAuthority: await ofBridge(tokenBridgeSeeds.mintSigner()),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    bridge: wormhole.wormholeBridge,
    message: given.message,
    /** The SDK uses the payer as the emitter of its own message. */
    emitter: given.payer,
    sequence: await ofCore(coreSeeds.sequence(bytesOf(given.payer))),
    feeCollector: wormhole.wormholeFeeCollector,
    guardianSet: await ofCore(coreSeeds.guardianSet(vaa.guardianSetIndex)),
    signatureSet: given.signatureSet,
    vaa: await ofCore(coreSeeds.postedVaa(bodyHashOf(vaa))),
    claim: await ofBridge(tokenBridgeSeeds.claim(vaa)),
    endpoint: await ofBridge(tokenBridgeSeeds.endpoint(vaa.emitterChain, vaa.emitterAddress)),
    to: toAddress(transfer.to),
    toFees: toAddress(transfer.to),
  };
}

const toAddress = (bytes: Uint8Array): Address =>
  address(
    instructions
      .flatMap(({ accounts }) => accounts)
      .find(([of]) => toHex(bytesOf(of)) === toHex(bytes))![0],
  );

/** The mint differs by instruction: given, derived from a given token, or the transfer's. */
async function mintOf(chain: Chain, instruction: string) {
  const { tokenBridge } = WORMHOLE_ADDRESSES.production[CHAIN_OF[chain]];
  const wrapped = (token: Uint8Array) =>
    derived(tokenBridge, tokenBridgeSeeds.wrappedMint(1, token));
  const mint =
    instruction === 'transferWrapped'
      ? await wrapped(target)
      : instruction === 'completeWrapped'
        ? await wrapped(transfer.tokenAddress)
        : instruction === 'completeNative'
          ? toAddress(transfer.tokenAddress)
          : given.mint;
  return {
    mint,
    custody: await derived(tokenBridge, tokenBridgeSeeds.custody(bytesOf(mint))),
    wrappedMeta: await derived(tokenBridge, tokenBridgeSeeds.wrappedMeta(bytesOf(mint))),
  };
}

const signatureIndexes = new Uint8Array(MAX_GUARDIANS).fill(NO_SIGNATURE);
vaa.signatures.slice(7).forEach(({ guardianIndex }, at) => (signatureIndexes[guardianIndex] = at));

const amounts = (chain: Chain) => ({
  nonce: 9,
  amount: 2n ** 64n - 1n,
  fee: 3n,
  targetAddress: target,
  targetChain: chain === 'Solana' ? 51 : 1,
});

type Made = readonly [instruction: ProgramInstruction<never, string>, data: Uint8Array];
const made = <Data, Name extends string>(
  instruction: ProgramInstruction<Data, Name>,
  data: Data,
): Made => [
  instruction as unknown as ProgramInstruction<never, string>,
  encodeInstructionData(instruction, data),
];

const OURS: Readonly<Record<string, (chain: Chain) => Made>> = {
  postMessage: () =>
    made(postMessage, {
      nonce: 9,
      payload: hexBytes('00ff10'),
      consistencyLevel: 'finalized',
    }),
  verifySignatures: () => made(verifySignatures, { signatureIndexes }),
  postVaa: () => made(postVaa, { version: 1, ...vaa }),
  transferNative: (chain) => made(transferNative, amounts(chain)),
  transferWrapped: (chain) => made(transferWrapped, amounts(chain)),
  completeNative: () => made(completeNative, {}),
  completeWrapped: () => made(completeWrapped, {}),
};

describe.each(
  instructions
    .filter(({ instruction }) => instruction !== 'secp256k1')
    .map((vector) => [vector.chain, vector.instruction, vector] as const),
)('on %s, %s', (chain, name, vector) => {
  const [instruction, data] = OURS[name]!(chain);

  it('has this data', () => {
    expect(toHex(data)).toBe(vector.data);
  });

  it('takes these accounts in this order and these roles', async () => {
    const addresses: Record<string, string> = {
      ...(await addressesOf(chain)),
      ...(await mintOf(chain, name)),
    };
    const accounts = instructionAccounts(instruction, addresses);
    expect(
      accounts.map((account) => [account.address, account.isSigner, account.isWritable]),
    ).toEqual(vector.accounts.map((account) => withOurRole(name, account)));
  });
});

type VectorAccount = (typeof instructions)[number]['accounts'][number];

/** The only difference: the SDK passes a writable rent sysvar in `completeNative`, which no program can write. */
function withOurRole(instruction: string, [of, isSigner, isWritable]: VectorAccount) {
  return [of, isSigner, isWritable && !(instruction === 'completeNative' && of === SYSVARS.rent)];
}

it.each(instructions.filter(({ instruction }) => instruction === 'secp256k1'))(
  'on $chain, the precompile has this data',
  ({ data, program }) => {
    const signatures = vaa.signatures.slice(7);
    const ours = secp256k1InstructionData({
      signatures,
      addresses: signatures.map(({ guardianIndex }) => GUARDIAN_SET.guardians[guardianIndex]!),
      bodyHash: bodyHashOf(vaa),
      instructionIndex: 0,
    });
    expect(toHex(ours)).toBe(data);
    expect(program).toBe(SECP256K1_PROGRAM);
  },
);

it.each(CHAIN_VECTORS)('$chain on $network has these programs', (vector) => {
  const chain = CHAIN_OF[vector.chain];
  const network = vector.network === 'Mainnet' ? 'production' : 'test';
  const expected = { core: vector.core, tokenBridge: vector.token_bridge };
  expect(WORMHOLE_ADDRESSES[network][chain]).toEqual(expected);
  expect(WORMHOLE_CHAIN_IDS[chain]).toBe(vector.chain_id);
});
