/**
 * The instructions of Wormhole's token bridge on Solana and Fogo that moving tokens needs, and the seeds of its accounts.
 * Source: wormhole-foundation/wormhole, solana/modules/token_bridge/program/src; the order and roles are those of the IDL
 * in @wormhole-foundation/sdk-solana-tokenbridge 6.1.5.
 *
 * Amounts are in the mint's own units; the message that a transfer posts has them cut to 8 decimals. `fee`, part of
 * `amount`, is for whoever completes the transfer; we name 0.
 */
import { bytes, struct, u16, u32, u64 } from '@bellwether/codec';
import { READ, SIGN_AND_WRITE, WRITE, programInstruction } from './instruction';
import { asciiBytes, u16BigEndianBytes, u64BigEndianBytes } from './seed-bytes';

const transferData = struct({
  nonce: u32,
  amount: u64,
  fee: u64,
  /** A token account on the target chain, which must exist when the transfer is completed. */
  targetAddress: bytes(32),
  targetChain: u16,
});

/** The part of a transfer's accounts by which it posts its message; the message's fee is paid by `payer`. */
const MESSAGE_ACCOUNTS = {
  wormholeBridge: WRITE,
  /** A fresh key. */
  wormholeMessage: SIGN_AND_WRITE,
  wormholeEmitter: READ,
  wormholeSequence: WRITE,
  wormholeFeeCollector: WRITE,
  clock: READ,
  rent: READ,
  systemProgram: READ,
  tokenProgram: READ,
  wormholeProgram: READ,
} as const;

/** Locks tokens in custody. In the same transaction their owner must have approved `amount` to `authoritySigner`. */
export const transferNative = programInstruction(5, transferData, {
  payer: SIGN_AND_WRITE,
  config: READ,
  from: WRITE,
  mint: WRITE,
  custody: WRITE,
  authoritySigner: READ,
  custodySigner: READ,
  ...MESSAGE_ACCOUNTS,
});

/** Burns wrapped tokens. In the same transaction their owner must have approved `amount` to `authoritySigner`. */
export const transferWrapped = programInstruction(4, transferData, {
  payer: SIGN_AND_WRITE,
  config: READ,
  from: WRITE,
  fromOwner: SIGN_AND_WRITE,
  mint: WRITE,
  wrappedMeta: READ,
  authoritySigner: READ,
  ...MESSAGE_ACCOUNTS,
});

/** Pays a posted transfer of a token of this chain out of custody to the account that the transfer names. Anyone may. */
export const completeNative = programInstruction(2, struct({}), {
  payer: SIGN_AND_WRITE,
  config: READ,
  vaa: READ,
  claim: WRITE,
  endpoint: READ,
  to: WRITE,
  /** Where the transfer's fee goes; `to` itself where it is 0. */
  toFees: WRITE,
  custody: WRITE,
  mint: READ,
  custodySigner: READ,
  rent: READ,
  systemProgram: READ,
  tokenProgram: READ,
  wormholeProgram: READ,
});

/** Mints a posted transfer of another chain's token to the account that the transfer names. Anyone may. */
export const completeWrapped = programInstruction(3, struct({}), {
  payer: SIGN_AND_WRITE,
  config: READ,
  vaa: READ,
  claim: WRITE,
  endpoint: READ,
  to: WRITE,
  toFees: WRITE,
  mint: WRITE,
  wrappedMeta: READ,
  mintAuthority: READ,
  rent: READ,
  systemProgram: READ,
  tokenProgram: READ,
  wormholeProgram: READ,
});

/** Whose message a VAA carries: an emitter counts its messages by `sequence`. */
export interface MessageId {
  readonly emitterChain: number;
  readonly emitterAddress: Uint8Array;
  readonly sequence: bigint;
}

/** Seeds of the token bridge's accounts: the address is theirs and its own program's. */
export const tokenBridgeSeeds = {
  config: () => [asciiBytes('config')],
  /** Signs messages; its address on the other chain is what an endpoint registers. */
  emitter: () => [asciiBytes('emitter')],
  /** The delegate that users approve their tokens to. */
  authoritySigner: () => [asciiBytes('authority_signer')],
  /** Owns every custody account. */
  custodySigner: () => [asciiBytes('custody_signer')],
  /** The mint authority of every wrapped mint. */
  mintSigner: () => [asciiBytes('mint_signer')],
  custody: (mint: Uint8Array) => [mint],
  wrappedMint: (tokenChain: number, tokenAddress: Uint8Array) => [
    asciiBytes('wrapped'),
    u16BigEndianBytes(tokenChain),
    tokenAddress,
  ],
  wrappedMeta: (mint: Uint8Array) => [asciiBytes('meta'), mint],
  /** Exists where this chain takes transfers of that emitter. */
  endpoint: (emitterChain: number, emitterAddress: Uint8Array) => [
    u16BigEndianBytes(emitterChain),
    emitterAddress,
  ],
  /** Exists once the transfer is completed: what makes completing idempotent. */
  claim: ({ emitterAddress, emitterChain, sequence }: MessageId) => [
    emitterAddress,
    u16BigEndianBytes(emitterChain),
    u64BigEndianBytes(sequence),
  ],
} as const;
