import type { Chain, Instruction, Signer } from '@bellwether/chain';
import { gasBill } from '@bellwether/funding';
import type { FailureReason, GasPart } from '@bellwether/funding';
import type { MadeAccount } from '@bellwether/persistence';
import type { ChainName, ListenerParts } from '../parts';
import { rowOfTransaction } from '../transactions/transaction-row';
import { PREPARATION_ATTEMPTS, PREPARATION_ATTEMPTS_MS } from './limits';

/** Something that must exist on a chain before a step, and the transaction that creates it. */
export interface Preparation {
  /** The same for all deposits that need it. */
  readonly purpose: string;
  readonly chain: ChainName;
  readonly user: Uint8Array;
  /** The deposit that needs it first, and is charged. */
  readonly depositId: Uint8Array;
  isDone(chain: Chain): Promise<boolean>;
  /** Paid by the listener. Doing it twice must be harmless. */
  instructions(payer: Signer): Promise<Instruction[]>;
  /** Who signs it besides the listener. Absent: nobody. */
  signer?(): Promise<Signer>;
  /** Absent: `PREPARATION_ATTEMPTS`. */
  readonly attempts?: number;
  /** An account of the exchange's own: its rent is not charged. */
  makes?(chain: Chain): Promise<MadeAccount>;
  /** The cost of its transaction, charged once it is final. */
  parts(chain: Chain): Promise<readonly GasPart[]>;
}

export type PreparationState =
  | { readonly state: 'done' | 'under_way' }
  | { readonly state: 'failed'; readonly reason: FailureReason };

type Parts = Pick<ListenerParts, 'stores' | 'chains' | 'listener' | 'tariff' | 'now'>;

/**
 * Creates the transaction if there is none, and reports its state. The broadcast sees it through. All deposits that
 * need the same thing share its transactions, by purpose and number.
 */
export async function prepare(parts: Parts, wanted: Preparation): Promise<PreparationState> {
  const { stores, chains, listener, now } = parts;
  const { chain, user, depositId, attempts = PREPARATION_ATTEMPTS } = wanted;
  let reason: FailureReason = 'expired';
  let failed = 0;
  const countedMs = now() - PREPARATION_ATTEMPTS_MS;
  // What was made and closed again is made anew.
  for (let number = 1; failed < attempts; number++) {
    const purpose = `${wanted.purpose}:${number}`;
    const row = await stores.transactions.byPurpose(purpose);
    if (row?.state === 'kept') return { state: 'under_way' };
    if (row?.state === 'final') {
      const bill = gasBill(await wanted.parts(chains[chain]), parts.tariff);
      const { microUsdc: amountMicroUsdc, items } = bill;
      await stores.charges.add({ user, purpose, amountMicroUsdc, items, depositId }, now());
    }
    if (row === null) {
      if (await wanted.isDone(chains[chain])) return { state: 'done' };
      const instructions = await wanted.instructions(listener);
      const signer = await wanted.signer?.();
      const signers = signer === undefined ? [] : [signer];
      const request = { instructions, feePayer: listener, signers };
      const built = await chains[chain].buildTransaction(request);
      const makes = await wanted.makes?.(chains[chain]);
      const kept = { ...rowOfTransaction(built, { purpose, chain, user }), makes };
      await stores.transactions.keep(kept, now());
      return { state: 'under_way' };
    }
    if (row.state === 'final') failed = 0;
    else if (row.createdMs >= countedMs) failed += 1;
    reason = row.state === 'expired' ? 'expired' : 'failed_on_chain';
  }
  const isDone = await wanted.isDone(chains[chain]);
  return isDone ? { state: 'done' } : { state: 'failed', reason };
}
