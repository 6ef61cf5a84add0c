import { assert } from '@bellwether/errors';
import {
  coreSeeds,
  encodeInstructionData,
  instructionAccounts,
  tokenBridgeSeeds,
  transferNative,
  transferWrapped,
} from '@bellwether/wormhole';
import type { Instruction } from '@solana/kit';
import { bytesOfAddress } from '../address';
import type { Address } from '../address';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../programs';
import { derivedAddress } from '../tokens/token-address';
import { approveDelegate } from '../tokens/token-instructions';
import { instructionOf } from '../transactions/instruction';
import { bridgeEmitter, custodyAddress } from './bridge-side';
import type { BridgeSide } from './bridge-side';
import { CLOCK_SYSVAR, RENT_SYSVAR } from './sysvars';

export interface TransferOut {
  /** `native`: the token is of this chain, and is locked. `wrapped`: it is of another, and is burned. */
  readonly kind: 'native' | 'wrapped';
  /** Signs, and pays for the message. */
  readonly payer: Address;
  /** The token account that the tokens leave. */
  readonly from: Address;
  /** Its owner, who signs. */
  readonly fromOwner: Address;
  readonly mint: Address;
  /** In the mint's smallest unit. USDC has 6 decimals, so nothing is cut. */
  readonly amount: bigint;
  readonly toChainId: number;
  /** A token account on the other chain, 32 bytes, which must exist when the transfer is completed. */
  readonly to: Uint8Array;
  /** The account that the message will be written to, which signs: `bridgeMessageSigner` derives it. */
  readonly message: Address;
}

/**
 * The instructions of one transfer with payload 1: the approval of exactly the amount, and the transfer. They belong into one
 * transaction, signed by `payer`, `fromOwner` and `message`. The token bridge pays the core bridge's fee out of `payer` itself.
 */
export async function transferOut(side: BridgeSide, transfer: TransferOut): Promise<Instruction[]> {
  const { from, fromOwner, amount } = transfer;
  assert(transfer.to.length === 32, () => `a recipient of ${transfer.to.length} bytes`);
  const delegate = await derivedAddress(side.tokenBridge, tokenBridgeSeeds.authoritySigner());
  return [
    approveDelegate({ account: from, delegate, owner: fromOwner, amount }),
    transfer.kind === 'native'
      ? await nativeTransfer(side, transfer)
      : await wrappedTransfer(side, transfer),
  ];
}

async function nativeTransfer(side: BridgeSide, transfer: TransferOut): Promise<Instruction> {
  const accounts = {
    payer: transfer.payer,
    from: transfer.from,
    mint: transfer.mint,
    custody: await custodyAddress(side, transfer.mint),
    custodySigner: await derivedAddress(side.tokenBridge, tokenBridgeSeeds.custodySigner()),
    ...(await commonAccounts(side, transfer.message)),
  };
  return instructionOf(
    side.tokenBridge,
    instructionAccounts(transferNative, accounts),
    encodeInstructionData(transferNative, dataOf(transfer)),
  );
}

async function wrappedTransfer(side: BridgeSide, transfer: TransferOut): Promise<Instruction> {
  const mintBytes = bytesOfAddress(transfer.mint);
  const accounts = {
    payer: transfer.payer,
    from: transfer.from,
    fromOwner: transfer.fromOwner,
    mint: transfer.mint,
    wrappedMeta: await derivedAddress(side.tokenBridge, tokenBridgeSeeds.wrappedMeta(mintBytes)),
    ...(await commonAccounts(side, transfer.message)),
  };
  return instructionOf(
    side.tokenBridge,
    instructionAccounts(transferWrapped, accounts),
    encodeInstructionData(transferWrapped, dataOf(transfer)),
  );
}

/** The nonce groups messages in batches, which we do not use; no fee, as whoever completes is us. */
const dataOf = ({ amount, to, toChainId }: TransferOut) => ({
  nonce: 0,
  amount,
  fee: 0n,
  targetAddress: to,
  targetChain: toChainId,
});

async function commonAccounts(side: BridgeSide, message: Address) {
  const { core, tokenBridge } = side;
  const emitter = await bridgeEmitter(side);
  return {
    config: await derivedAddress(tokenBridge, tokenBridgeSeeds.config()),
    authoritySigner: await derivedAddress(tokenBridge, tokenBridgeSeeds.authoritySigner()),
    wormholeBridge: await derivedAddress(core, coreSeeds.bridge()),
    wormholeMessage: message,
    wormholeEmitter: emitter,
    wormholeSequence: await derivedAddress(core, coreSeeds.sequence(bytesOfAddress(emitter))),
    wormholeFeeCollector: await derivedAddress(core, coreSeeds.feeCollector()),
    clock: CLOCK_SYSVAR,
    rent: RENT_SYSVAR,
    systemProgram: SYSTEM_PROGRAM,
    tokenProgram: TOKEN_PROGRAM,
    wormholeProgram: core,
  };
}
