import { toBase58 } from '@bellwether/codec';
import type { NetworkName } from './network';

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
 * The text by which the owner of an account lets somebody read it for a day: UTF-8, LF, no newline at the end, exact to
 * the byte. Source: docs/protocol/signed-messages.md.
 */
export const sessionText = ({ network, account, timestamp }: SessionTerms): Uint8Array =>
  new TextEncoder().encode(
    [
      'Bellwether: read my account',
      '',
      `Network: ${network}`,
      `Account: ${toBase58(account)}`,
      'May: read orders, the ledger and deposits',
      'May not: trade or withdraw',
      `Until: ${isoSecond(timestamp + SESSION_SECONDS)}`,
    ].join('\n'),
  );

/** `2026-11-23T00:00:00Z`; years of four digits only, as Unix seconds of ten digits have. */
const isoSecond = (seconds: number): string =>
  `${new Date(seconds * 1_000).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`;
