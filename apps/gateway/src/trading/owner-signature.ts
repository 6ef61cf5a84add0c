/**
 * Signatures over texts. A text may be signed as it is or inside the off-chain message envelope, and by one of several
 * keys. The gateway finds out which before it sends a command, and the engine verifies only that one.
 */
import { buildOwnerText, bytesOfText, messageHash } from '@bellwether/canonical-message';
import type { NetworkName, OwnerText, TextForm } from '@bellwether/canonical-message';
import { toBase58, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { verify } from '@bellwether/signature';

/** Hardware wallets sign the envelope. Most other wallets sign the text as it is. */
const FORMS: readonly TextForm[] = ['raw', 'envelope'];

export interface TextSignature {
  readonly form: TextForm;
  readonly signer: Uint8Array;
}

/**
 * How the text was signed, and by which of `signers`.
 *
 * @throws CodedError VALIDATION_FAILED if the text is of another network; SIGNATURE_INVALID with the bytes that
 *   should have been signed
 */
export function signatureOfText(
  said: OwnerText,
  signature: Uint8Array,
  network: NetworkName,
  signers: readonly Uint8Array[] = [said.account],
): TextSignature {
  if (said.network !== network) {
    const expected = `a text of this network: \`Network: ${network}\``;
    throw new CodedError('VALIDATION_FAILED', { field: 'text', value: said.network, expected });
  }
  const text = buildOwnerText(said);
  for (const signer of signers) {
    const form = FORMS.find((one) => verify(signature, bytesOfText(text, one, signer), signer));
    if (form !== undefined) return { form, signer };
  }
  throw new CodedError('SIGNATURE_INVALID', helpOf(text, signers));
}

function helpOf(text: string, signers: readonly Uint8Array[]) {
  const [signer = new Uint8Array(32)] = signers;
  const message = bytesOfText(text, 'raw', signer);
  return {
    field: 'signature',
    expected: `an Ed25519 signature by ${signers.map(toBase58).join(' or ')} over exactly \`message\` or \`envelope\``,
    message: toHex(message),
    message_bytes: message.length,
    message_hash: messageHash(message),
    envelope: toHex(bytesOfText(text, 'envelope', signer)),
    debug: 'POST /v1/debug/signature tells what differs (test network)',
  };
}
