/**
 * The token bridge's message: tokens were locked or burned here, and belong to a recipient there. Source: wormhole
 * whitepaper 0003_token_bridge; @wormhole-foundation/sdk-definitions, src/protocols/tokenBridge.
 */
import { DecodeError, bytes, decode, encode, struct, union } from '@bellwether/codec';
import type { Layout, ValueOf } from '@bellwether/codec';
import { u16BigEndian, u256BigEndian } from './big-endian';

const transferFields = {
  /** In units of at most 8 decimals, as `bridgeAmount` makes them. */
  amount: u256BigEndian,
  /** The token on its native chain: the mint on Solana. */
  tokenAddress: bytes(32),
  tokenChain: u16BigEndian,
  /**
   * On Solana and Fogo a token account; for a transfer with payload, the program or wallet that alone may redeem it.
   */
  to: bytes(32),
  toChain: u16BigEndian,
} as const;

const everythingLeft: Layout<Uint8Array> = {
  write: (w, value) => w.raw(value),
  read: (r) => r.copy(r.remaining),
};

const transferLayout = union({
  /** Anyone may complete it, for `fee`, which is part of `amount`. 133 bytes. */
  transfer: [1, struct({ ...transferFields, fee: u256BigEndian })],
  transfer_with_payload: [
    3,
    struct({ ...transferFields, fromAddress: bytes(32), data: everythingLeft }),
  ],
});

export type TokenTransfer = ValueOf<typeof transferLayout>;

export const encodeTokenTransfer = (transfer: TokenTransfer): Uint8Array =>
  encode(transferLayout, transfer);

/** @throws DecodeError if the payload is anything else, such as an attestation of a token */
export const decodeTokenTransfer = (payload: Uint8Array): TokenTransfer =>
  decode(transferLayout, payload);

/** `undefined` if the payload is no transfer. For messages of unknown emitters. */
export function parseTokenTransfer(payload: Uint8Array): TokenTransfer | undefined {
  try {
    return decodeTokenTransfer(payload);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
