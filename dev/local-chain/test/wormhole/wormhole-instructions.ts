/** Instructions of the stand-ins, from the account lists in libs/wormhole: every account may be set to another one. */
import {
  WORMHOLE_ADDRESSES,
  completeNative,
  completeWrapped,
  coreSeeds,
  encodeInstructionData,
  instructionAccounts,
  postMessage,
  postVaa,
  tokenBridgeSeeds,
  transferNative,
  transferWrapped,
  verifySignatures,
} from '@bellwether/wormhole';
import type { ChainName, ProgramInstruction } from '@bellwether/wormhole';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { AccountRole, address } from '@solana/kit';
import type { Address, Instruction } from '@solana/kit';
import { bytesOf, derivedAddress } from '../../src/network/genesis-account';

export const SYSVARS = {
  clock: address('SysvarC1ock11111111111111111111111111111111'),
  rent: address('SysvarRent111111111111111111111111111111111'),
  instructionsSysvar: address('Sysvar1nstructions1111111111111111111111111'),
  systemProgram: address('11111111111111111111111111111111'),
} as const;

export const programsOf = (chain: ChainName) => {
  const { core, tokenBridge } = WORMHOLE_ADDRESSES.production[chain];
  return { core: address(core), tokenBridge: address(tokenBridge) };
};

export const coreAddress = (chain: ChainName, seeds: readonly Uint8Array[]) =>
  derivedAddress(programsOf(chain).core, seeds);
export const tokenBridgeAddress = (chain: ChainName, seeds: readonly Uint8Array[]) =>
  derivedAddress(programsOf(chain).tokenBridge, seeds);

type Addresses = Readonly<Record<string, Address>>;
type DataOf<I> = I extends ProgramInstruction<infer Data, string> ? Data : never;

const ROLES = [
  [AccountRole.READONLY, AccountRole.READONLY_SIGNER],
  [AccountRole.WRITABLE, AccountRole.WRITABLE_SIGNER],
] as const;

function built<Data, Name extends string>(
  programAddress: Address,
  instruction: ProgramInstruction<Data, Name>,
  request: { data: Data; addresses: Readonly<Record<Name, Address>> },
): Instruction {
  const accounts = instructionAccounts(instruction, request.addresses).map((account) => ({
    address: account.address,
    role: ROLES[account.isWritable ? 1 : 0][account.isSigner ? 1 : 0],
  }));
  return { programAddress, accounts, data: encodeInstructionData(instruction, request.data) };
}

export interface PostMessageRequest {
  readonly payer: Address;
  readonly message: Address;
  readonly emitter: Address;
  readonly data: DataOf<typeof postMessage>;
}

export async function postMessageInstruction(chain: ChainName, request: PostMessageRequest) {
  const { data, ...given } = request;
  return built(programsOf(chain).core, postMessage, {
    data,
    addresses: {
      ...SYSVARS,
      ...given,
      bridge: await coreAddress(chain, coreSeeds.bridge()),
      sequence: await coreAddress(chain, coreSeeds.sequence(bytesOf(given.emitter))),
      feeCollector: await coreAddress(chain, coreSeeds.feeCollector()),
    },
  });
}

export interface TransferRequest {
  readonly payer: Address;
  readonly owner: Address;
  readonly from: Address;
  readonly mint: Address;
  readonly message: Address;
  readonly data: DataOf<typeof transferNative>;
  /** In place of the right ones. */
  readonly wrong?: Addresses;
}

async function transferAddresses(chain: ChainName, request: TransferRequest) {
  const { payer, owner, from, mint, message, wrong } = request;
  const emitter = await tokenBridgeAddress(chain, tokenBridgeSeeds.emitter());
  const own = (seeds: readonly Uint8Array[]) => tokenBridgeAddress(chain, seeds);
  return {
    ...SYSVARS,
    payer,
    from,
    fromOwner: owner,
    mint,
    config: await own(tokenBridgeSeeds.config()),
    custody: await own(tokenBridgeSeeds.custody(bytesOf(mint))),
    wrappedMeta: await own(tokenBridgeSeeds.wrappedMeta(bytesOf(mint))),
    authoritySigner: await own(tokenBridgeSeeds.authoritySigner()),
    custodySigner: await own(tokenBridgeSeeds.custodySigner()),
    wormholeBridge: await coreAddress(chain, coreSeeds.bridge()),
    wormholeMessage: message,
    wormholeEmitter: emitter,
    wormholeSequence: await coreAddress(chain, coreSeeds.sequence(bytesOf(emitter))),
    wormholeFeeCollector: await coreAddress(chain, coreSeeds.feeCollector()),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    wormholeProgram: programsOf(chain).core,
    ...wrong,
  };
}

export const transferNativeInstruction = async (chain: ChainName, request: TransferRequest) =>
  built(programsOf(chain).tokenBridge, transferNative, {
    data: request.data,
    addresses: await transferAddresses(chain, request),
  });

export const transferWrappedInstruction = async (chain: ChainName, request: TransferRequest) =>
  built(programsOf(chain).tokenBridge, transferWrapped, {
    data: request.data,
    addresses: await transferAddresses(chain, request),
  });

export interface VerifyRequest {
  readonly payer: Address;
  readonly signatureSet: Address;
  readonly guardianSetIndex: number;
  readonly signatureIndexes: Uint8Array;
}

export const verifySignaturesInstruction = async (chain: ChainName, request: VerifyRequest) =>
  built(programsOf(chain).core, verifySignatures, {
    data: { signatureIndexes: request.signatureIndexes },
    addresses: {
      ...SYSVARS,
      payer: request.payer,
      signatureSet: request.signatureSet,
      guardianSet: await coreAddress(chain, coreSeeds.guardianSet(request.guardianSetIndex)),
    },
  });

export interface PostVaaRequest {
  readonly payer: Address;
  readonly signatureSet: Address;
  readonly vaa: Address;
  readonly data: DataOf<typeof postVaa>;
}

export const postVaaInstruction = async (chain: ChainName, request: PostVaaRequest) =>
  built(programsOf(chain).core, postVaa, {
    data: request.data,
    addresses: {
      ...SYSVARS,
      payer: request.payer,
      signatureSet: request.signatureSet,
      vaa: request.vaa,
      guardianSet: await coreAddress(chain, coreSeeds.guardianSet(request.data.guardianSetIndex)),
      bridge: await coreAddress(chain, coreSeeds.bridge()),
    },
  });

export interface CompleteRequest {
  readonly payer: Address;
  readonly vaa: Address;
  readonly claim: Address;
  readonly endpoint: Address;
  readonly to: Address;
  readonly mint: Address;
  readonly wrong?: Addresses;
}

async function completeAddresses(chain: ChainName, request: CompleteRequest) {
  const own = (seeds: readonly Uint8Array[]) => tokenBridgeAddress(chain, seeds);
  const { wrong, ...given } = request;
  return {
    ...SYSVARS,
    ...given,
    toFees: given.to,
    config: await own(tokenBridgeSeeds.config()),
    custody: await own(tokenBridgeSeeds.custody(bytesOf(given.mint))),
    custodySigner: await own(tokenBridgeSeeds.custodySigner()),
    wrappedMeta: await own(tokenBridgeSeeds.wrappedMeta(bytesOf(given.mint))),
    mintAuthority: await own(tokenBridgeSeeds.mintSigner()),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    wormholeProgram: programsOf(chain).core,
    ...wrong,
  };
}

export const completeNativeInstruction = async (chain: ChainName, request: CompleteRequest) =>
  built(programsOf(chain).tokenBridge, completeNative, {
    data: {},
    addresses: await completeAddresses(chain, request),
  });

export const completeWrappedInstruction = async (chain: ChainName, request: CompleteRequest) =>
  built(programsOf(chain).tokenBridge, completeWrapped, {
    data: {},
    addresses: await completeAddresses(chain, request),
  });
