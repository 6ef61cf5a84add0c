import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';

/** The credit of a proxy that a transaction should bring, and the number of the attempt, both from 1. */
export interface CreditAttempt {
  readonly user: Uint8Array;
  readonly creditSeq: number;
  readonly attempt: number;
}

/** The purpose under which its transaction is stored: one at a time, whichever process signs it. */
export const creditPurpose = ({ user, creditSeq, attempt }: CreditAttempt): string =>
  `credit:${toHex(user)}:${creditSeq}:${attempt}`;

const GAS_OF_PURPOSE = /^(?<subject>(?:credit|deposit):[0-9a-f]{64}:\w+):\d+$/;

/** The purpose under which gas is charged: without the attempt, because failed ones are not charged. */
export function gasPurposeOf(purpose: string): string {
  const subject = GAS_OF_PURPOSE.exec(purpose)?.groups?.['subject'];
  assert(subject !== undefined, () => `${purpose} is the purpose of an attempt`);
  return subject;
}
