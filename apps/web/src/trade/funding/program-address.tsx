/** The payer's consent to pay an address without a key, requested if the exchange reports such an address. */
import { BellwetherError } from '@bellwether/client';
import { useState } from 'preact/hooks';
import { MONEY_WORDS } from '../words/money';

/** The code for an address off the curve, unless its payer has signed that a program signs for it. */
const MAY_BE_PROGRAMS: readonly unknown[] = ['derived_address', 'program_account'];

export const mayBeProgram = (failure: unknown): boolean =>
  failure instanceof BellwetherError &&
  failure.code === 'RECIPIENT_NOT_A_WALLET' &&
  MAY_BE_PROGRAMS.includes(failure.details['is']);

/** `box` asks for the consent; once given it stays visible. Another address needs another consent. */
export function useProgramAddress(address: string) {
  const [allowed, setAllowed] = useState<string | null>(null);
  const isAllowed = allowed === address;
  const box = (isOffered: boolean) =>
    (isAllowed || isOffered) && (
      <label class="row small" data-test="program-address">
        <input
          type="checkbox"
          checked={isAllowed}
          onChange={() => setAllowed(isAllowed ? null : address)}
        />
        <span>{MONEY_WORDS.programAddress}</span>
      </label>
    );
  return { isAllowed, box };
}
