/**
 * Solana's off-chain message envelope, version 0: what a ledger device signs in place of a plain text. Every field but
 * the signer and the text is fixed, so a text and its signer have one envelope.
 *
 *     0    16   0xff, then `solana offchain`
 *     16    1   version: 0
 *     17   32   application domain: `bellwether`, then zeros
 *     49    1   format: 1, UTF-8 of at most 1,232 bytes (format 0 has no line feed)
 *     50    1   number of signers: 1
 *     51   32   the signer
 *     83    2   bytes of the text, little-endian
 *     85        the text
 */
const utf8 = new TextEncoder();

/** The first bytes of every envelope. */
export const SIGNING_DOMAIN: readonly number[] = [0xff, ...utf8.encode('solana offchain')];
const VERSION = 0;
const UTF8_1232_BYTES_MAX = 1;
const SIGNERS = 1;
const KEY_BYTES = 32;

/** 32 bytes; wallets show it in base58. */
export const APPLICATION_DOMAIN: Uint8Array = Uint8Array.of(
  ...utf8.encode('bellwether'),
  ...new Uint8Array(22),
);

/** How a text was signed: its bytes as they are, or inside the envelope. Add-only. */
export const TEXT_FORMS = ['raw', 'envelope'] as const;
export type TextForm = (typeof TEXT_FORMS)[number];

/**
 * The bytes that `signer` (32 bytes) signs for a text.
 * @throws RangeError if the key has another length
 */
export function bytesOfText(text: string, form: TextForm, signer: Uint8Array): Uint8Array {
  const content = utf8.encode(text);
  if (form === 'raw') return content;
  if (signer.length !== KEY_BYTES) throw new RangeError(`a key of ${signer.length} bytes`);
  return Uint8Array.of(
    ...SIGNING_DOMAIN,
    VERSION,
    ...APPLICATION_DOMAIN,
    UTF8_1232_BYTES_MAX,
    SIGNERS,
    ...signer,
    content.length & 0xff,
    content.length >> 8,
    ...content,
  );
}
