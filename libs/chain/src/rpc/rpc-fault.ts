import {
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__PARSE_ERROR,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_LEN_MISMATCH,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
} from '@solana/kit';

/** Errors that any honest node gives for this request: another node or a later retry does not change them. */
const REQUEST_ERRORS: ReadonlySet<number> = new Set([
  SOLANA_ERROR__JSON_RPC__PARSE_ERROR,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_LEN_MISMATCH,
]);

/** True if the request itself is at fault, so that a retry cannot help. */
export const isRequestError = (error: unknown): boolean =>
  isSolanaError(error) && REQUEST_ERRORS.has(error.context.__code);

/** The fault without any part of the URL: providers' paths and queries contain keys. */
export function faultText(error: unknown): string {
  // Time-outs are DOMExceptions, which need not be instances of Error.
  if (typeof error !== 'object' || error === null || !('message' in error)) return 'unknown fault';
  const name = 'name' in error ? error.name : undefined;
  return name === 'TimeoutError' || name === 'AbortError'
    ? 'timed out'
    : withoutUrls(String(error.message));
}

const MAX_FAULT_CHARACTERS = 300;

const withoutUrls = (text: string): string =>
  text.replace(/\w+:\/\/\S+/g, '(url)').slice(0, MAX_FAULT_CHARACTERS);
