import { costMicroUsdc, retryDelayMs, targetChainOf } from '@bellwether/funding';
import type { TransferRow } from '@bellwether/persistence';
import type { RelayerParts } from '../parts';
import { Attempts } from './attempts';
import type { Progress } from './attempts';
import { waitFor } from './look';
import type { Look } from './look';

/** The relayer's transactions of a transfer on its target chain. */
export function attemptsOf(
  { direction }: TransferRow,
  { stores, alarms, now, tariff }: RelayerParts,
  { isUncharged = false } = {},
): Attempts {
  const chain = targetChainOf(direction);
  const feeMicroUsdc = costMicroUsdc(
    [{ kind: 'transaction_fees', chain, transactions: 1 }],
    tariff,
  );
  const { transactions } = stores;
  return new Attempts({ transactions, alarms, now, feeMicroUsdc, isUncharged });
}

/** A failed attempt is repeated after a growing wait. It may have failed because somebody else was first. */
export const lookAfter = (progress: Progress, { tries }: TransferRow): Look =>
  progress.kind === 'failed'
    ? { waitMs: retryDelayMs('completion', progress.attempt)! }
    : waitFor('broadcast', tries);

/** What is done for a message is done for all that share it. */
export const userOf = ({ split, user }: TransferRow): Uint8Array | null =>
  split === null ? user : null;
