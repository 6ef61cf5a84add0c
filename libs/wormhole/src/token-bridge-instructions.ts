/**
 * The instructions of Wormhole's token bridge on Solana and Fogo that token transfers need, and the seeds of its
 * accounts. Source: wormhole-foundation/wormhole, solana/modules/token_bridge/program/src; order and roles are those of
 * the IDL in @wormhole-foundation/sdk-solana-tokenbridge 6.1.5.
 *
 * Amounts are in the mint's own units; the message of a transfer has them cut to 8 decimals. `fee`, part of `amount`,
 * pays the account that completes the transfer; we set it to 0.
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

/** The accounts by which a transfer posts its message; `payer` pays the message's fee. */
const MESSAGE_ACCOUNTS = {
  wormholeBridge: WRITE,
  /** A new key. */
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

/** Locks tokens in custody. In the same transaction the owner must have approved `amount` to `authoritySigner`. */
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

/** Burns wrapped tokens. In the same transaction the owner must have approved `amount` to `authoritySigner`. */
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

/** Pays a posted transfer of a token of this chain from custody to the recipient it names. Anyone may call it. */
export const completeNative = programInstruction(2, struct({}), {
  payer: SIGN_AND_WRITE,
  config: READ,
  vaa: READ,
  claim: WRITE,
  endpoint: READ,
  to: WRITE,
  /** Receives the transfer's fee; equals `to` if the fee is 0. */
  toFees: WRITE,
  custody: WRITE,
  mint: READ,
  custodySigner: READ,
  rent: READ,
  systemProgram: READ,
  tokenProgram: READ,
  wormholeProgram: READ,
});

/** Mints a posted transfer of another chain's token to the recipient it names. Anyone may call it. */
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

/** Identifies a VAA's message: an emitter numbers its messages by `sequence`. */
export interface MessageId {
  readonly emitterChain: number;
  readonly emitterAddress: Uint8Array;
  readonly sequence: bigint;
}

/** Seeds of the token bridge's accounts. The address depends on them and on its own program. */
export const tokenBridgeSeeds = {
  config: () => [asciiBytes('config')],
  /** Signs messages; the other chain registers its address as an endpoint. */
  emitter: () => [asciiBytes('emitter')],
  /** The delegate to which users approve their tokens. */
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
  /** Exists if this chain accepts transfers of that emitter. */
  endpoint: (emitterChain: number, emitterAddress: Uint8Array) => [
    u16BigEndianBytes(emitterChain),
    emitterAddress,
  ],
  /** Exists once the transfer is completed, which makes completion idempotent. */
  claim: ({ emitterAddress, emitterChain, sequence }: MessageId) => [
    emitterAddress,
    u16BigEndianBytes(emitterChain),
    u64BigEndianBytes(sequence),
  ],
} as const;
