/**
 * What the vault and the ledger have booked at different times, by id: as of a slot of the main chain and a seq of the
 * engine. An amount counts in the direction of its name; what the engine has booked already and the chain does only after
 * the slot counts against it.
 */
import { decodeWithdrawal } from '@bellwether/vault-program';
import { signatureText, withdrawalAddress } from '@bellwether/chain';
import type { Chain, Vault } from '@bellwether/chain';
import type { EngineClient } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { netAmountOf } from '@bellwether/funding';
import type { InFlight, Withdrawal } from '@bellwether/funding';
import type {
  Backing,
  BackingStore,
  ChainCredit,
  ChainCreditStore,
  ChainTransactionStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import { backingPurpose } from '../main-chain/backing-purpose';
import { lastAttemptOf } from '../transactions/last-attempt';
import { ACCOUNTS_PER_QUESTION, WITHDRAWALS_PER_STATUS } from './limits';

export interface VaultFlights {
  readonly creditsUnderWay: readonly InFlight[];
  readonly debitsUnderWay: readonly InFlight[];
  readonly backingsUnderWay: readonly InFlight[];
}

export interface VaultFlightsParts {
  readonly engine: Pick<EngineClient, 'query'>;
  readonly main: Pick<Chain, 'readAccounts' | 'findTransaction'>;
  readonly vault: Vault;
  readonly credits: Pick<ChainCreditStore, 'underWaySince'>;
  readonly withdrawals: Pick<WithdrawalStore, 'inStatus' | 'unsettled'>;
  readonly backings: Pick<BackingStore, 'pendingSince'>;
  readonly transactions: Pick<ChainTransactionStore, 'byPurpose'>;
}

/** Of one round: what it has learned of the chain it does not ask again. */
export class VaultFlightsReader {
  /** By withdrawal id: the slot of its debit, where the chain has one. */
  private readonly debitSlots = new Map<string, number>();
  /** By signature: the slot of a backing's payment. */
  private readonly paymentSlots = new Map<string, number>();

  constructor(
    private readonly parts: VaultFlightsParts,
    /** The round's slot, which the scan has passed; and since when bookings may be of after it. */
    private readonly asOf: { readonly slot: number; readonly sinceMs: number },
  ) {}

  /** @param seq of the engine: test credits up to it are in its books */
  async read(seq: number): Promise<VaultFlights> {
    return {
      creditsUnderWay: await this.credits(),
      debitsUnderWay: await this.debits(),
      backingsUnderWay: await this.backings(seq),
    };
  }

  private async credits(): Promise<InFlight[]> {
    const { credits, engine } = this.parts;
    const { slot, sinceMs } = this.asOf;
    const lastSeqs = new Map<string, number>();
    const flights: InFlight[] = [];
    for (const credit of await credits.underWaySince(sinceMs)) {
      const user = toHex(credit.user);
      const known = lastSeqs.get(user);
      const lastSeq =
        known ?? (await engine.query('funding', { user: credit.user })).view.lastCreditSeq;
      lastSeqs.set(user, lastSeq);
      const onChain = credit.slot <= slot;
      flights.push(
        ...flight(creditId(credit), credit.amountMicroUsdc, onChain, credit.creditSeq <= lastSeq),
      );
    }
    return flights;
  }

  private async debits(): Promise<InFlight[]> {
    const { engine } = this.parts;
    const candidates = await this.candidates();
    await this.learnDebitSlots(candidates);
    const flights: InFlight[] = [];
    for (const withdrawal of candidates) {
      const { withdrawalId } = withdrawal;
      const debitSlot = this.debitSlots.get(toHex(withdrawalId));
      if (debitSlot === undefined) continue;
      const { view } = await engine.query('withdrawal', { withdrawalId });
      // One that it has forgotten ended long ago.
      const isSettled = view === null || view.status === 'settled';
      const id = `withdrawal:${toHex(withdrawalId)}`;
      flights.push(...flight(id, netAmountOf(withdrawal), debitSlot <= this.asOf.slot, isSettled));
    }
    return flights;
  }

  /** Those whose debit may be on chain and not in the books, or in the books and later than the slot. */
  private async candidates(): Promise<Withdrawal[]> {
    const { withdrawals } = this.parts;
    const page = { limit: WITHDRAWALS_PER_STATUS };
    const pending = (await withdrawals.inStatus('pending', page)).items.filter(
      ({ debitSignature }) => debitSignature !== null,
    );
    const ended: Withdrawal[] = [];
    for (const status of ['debited', 'burned', 'attested', 'completed'] as const) {
      const { items } = await withdrawals.inStatus(status, page);
      ended.push(...items.filter(({ updatedMs }) => updatedMs >= this.asOf.sinceMs));
    }
    const all = [...pending, ...(await withdrawals.unsettled()), ...ended];
    return [...new Map(all.map((one) => [toHex(one.withdrawalId), one])).values()];
  }

  private async learnDebitSlots(candidates: readonly Withdrawal[]): Promise<void> {
    const { main, vault } = this.parts;
    const unknown = candidates.filter((one) => !this.debitSlots.has(toHex(one.withdrawalId)));
    for (let at = 0; at < unknown.length; at += ACCOUNTS_PER_QUESTION) {
      const asked = unknown.slice(at, at + ACCOUNTS_PER_QUESTION);
      const addresses = await Promise.all(
        asked.map(({ withdrawalId }) => withdrawalAddress(vault, withdrawalId)),
      );
      const { accounts } = await main.readAccounts(addresses);
      for (const account of accounts) {
        if (account === null || account.program !== vault.program) continue;
        const { withdrawalId, slot } = decodeWithdrawal(account.data);
        this.debitSlots.set(toHex(withdrawalId), Number(slot));
      }
    }
  }

  private async backings(seq: number): Promise<InFlight[]> {
    const { backings } = this.parts;
    const flights: InFlight[] = [];
    for (const backing of await backings.pendingSince(this.asOf.sinceMs)) {
      if (backing.seq > seq) continue;
      const signature = await this.paymentOf(backing);
      const isPaid = signature !== null && (await this.paymentSlot(signature)) <= this.asOf.slot;
      const id = `backing:${backing.reference}`;
      // Here the books come first.
      flights.push(...flight(id, backing.amountMicroUsdc, true, isPaid));
    }
    return flights;
  }

  /** It may have landed before anybody has noted that. */
  private async paymentOf(backing: Backing): Promise<Uint8Array | null> {
    if (backing.txSignature !== null) return backing.txSignature;
    const { last } = await lastAttemptOf(this.parts.transactions, backingPurpose(backing));
    return last?.signature ?? null;
  }

  private async paymentSlot(signature: Uint8Array): Promise<number> {
    const text = signatureText(signature);
    const known = this.paymentSlots.get(text);
    if (known !== undefined) return known;
    const found = await this.parts.main.findTransaction(text);
    const slot = found?.block.slot ?? Infinity;
    this.paymentSlots.set(text, slot);
    return slot;
  }
}

const creditId = ({ user, creditSeq }: ChainCredit): string => `credit:${toHex(user)}:${creditSeq}`;

/** What one side has booked and the other not. */
function flight(id: string, microUsdc: number, isBegun: boolean, isEnded: boolean): InFlight[] {
  if (isBegun === isEnded) return [];
  return [{ id, microUsdc: isBegun ? microUsdc : -microUsdc }];
}
