import { toBase58 } from '@bellwether/codec';
import type { NetworkName } from './words';
import { bytesOfText } from './owner-text/off-chain-envelope';
import type { TextForm } from './owner-text/off-chain-envelope';
import { utcTime } from './owner-text/utc-time';

/** How long a session lasts. */
export const SESSION_SECONDS = 24 * 60 * 60;

export interface SessionTerms {
  readonly network: NetworkName;
  /** 32 bytes: whose account is read. */
  readonly account: Uint8Array;
  /** Unix seconds: when the owner signs. The session ends 24 hours later. */
  readonly timestamp: number;
}

/**
 * The text that the owner of an account signs to allow reading it for a day: exact to the byte, raw or in the off-chain
 * envelope of wallets. Source: docs/protocol/signed-messages.md.
 */
export function sessionText(
  { network, account, timestamp }: SessionTerms,
  form: TextForm = 'raw',
): Uint8Array {
  const lines = [
    'Bellwether: read my account',
    '',
    `Network: ${network}`,
    `Account: ${toBase58(account)}`,
    'May: read orders, the ledger and deposits',
    'May not: trade or withdraw',
    `Until: ${utcTime(timestamp + SESSION_SECONDS)}`,
  ];
  return bytesOfText(lines.join('\n'), form, account);
}
