/** The word of who pays an address that no key is behind: it is asked for where the exchange says that it is one. */
import { BellwetherError } from '@bellwether/client';
import { MONEY_WORDS } from '../words/money';

/** What an address off the curve is taken for, unless its payer has signed that a program signs for it. */
const MAY_BE_PROGRAMS: readonly unknown[] = ['derived_address', 'program_account'];

export const mayBeProgram = (failure: unknown): boolean =>
  failure instanceof BellwetherError &&
  failure.code === 'RECIPIENT_NOT_A_WALLET' &&
  MAY_BE_PROGRAMS.includes(failure.details['is']);

/** `allowed`: the address of which it was said. */
export function ProgramAddress({
  of,
  allowed,
  onAllow,
}: {
  readonly of: string;
  readonly allowed: string | null;
  readonly onAllow: (allowed: string | null) => void;
}) {
  const isAllowed = allowed === of;
  return (
    <label class="row small" data-test="program-address">
      <input type="checkbox" checked={isAllowed} onChange={() => onAllow(isAllowed ? null : of)} />
      <span>{MONEY_WORDS.programAddress}</span>
    </label>
  );
}
