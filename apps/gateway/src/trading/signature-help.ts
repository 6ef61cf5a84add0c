import { messageHash } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';

/**
 * Runs a signed command. If the engine says that the signature is invalid, the error contains the bytes that should
 * have been signed. They come from the request alone and contain nothing secret.
 */
export async function withSignatureHelp<T>(
  canonicalBytes: () => Uint8Array | Promise<Uint8Array>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'SIGNATURE_INVALID') throw error;
    const message = await canonicalBytes();
    const details = {
      ...error.details,
      field: 'signature',
      expected:
        'an Ed25519 signature by `user`, or by `signer` where it is given, over exactly `message`',
      message: toHex(message),
      message_bytes: message.length,
      message_hash: messageHash(message),
      debug: 'POST /v1/debug/signature tells what differs (test network)',
    };
    throw new CodedError('SIGNATURE_INVALID', details, { cause: error });
  }
}
