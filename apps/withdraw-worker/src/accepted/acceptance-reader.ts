/** The engine's event makes a withdrawal, or a payout: it becomes a row even if the request's answer was lost. */
import { BEFORE_ALL_EVENTS, compareOffsets, consumeEvents } from '@bellwether/bus';
import type { EventOffset, StreamedBatch } from '@bellwether/bus';
import type { ExchangeEvent, SequencedEvent } from '@bellwether/exchange';
import { itemsOfFee } from '@bellwether/funding';
import type { NewWithdrawal, RevenuePayout } from '@bellwether/funding';
import type { EventCursor } from '@bellwether/persistence';
import type { Reader } from '@bellwether/runtime';
import { CURSOR_INTERVAL_MS, EVENTS_BATCH_DELAY_MS } from '../limits';
import type { WorkerParts } from '../parts';
import { depositAddressOf } from '../requests/deposit-address';

type Parts = Pick<WorkerParts, 'bus' | 'funding' | 'log' | 'now' | 'shard' | 'stores' | 'tariff'>;

export const acceptanceReader = (parts: Parts): Reader => ({
  name: 'accepted-withdrawals',
  async run(signal, wake) {
    const acceptances = await Acceptances.open(parts);
    const { place: after } = acceptances;
    const kinds = ['withdrawal_accepted', 'revenue_paid'] as const;
    const { shard } = parts;
    const options = { shard, after, signal, batchDelayMs: EVENTS_BATCH_DELAY_MS, kinds };
    await consumeEvents(options, parts, async (batches) => {
      if ((await acceptances.take(batches)) > 0) wake();
    });
  },
});

export class Acceptances {
  private storedMs = -Infinity;

  private constructor(
    private readonly parts: Omit<Parts, 'bus' | 'log' | 'shard'>,
    /** As in the database. */
    private stored: EventCursor | null,
  ) {}

  static async open(parts: Omit<Parts, 'bus' | 'log' | 'shard'>): Promise<Acceptances> {
    return new Acceptances(parts, await parts.stores.withdrawals.eventCursor());
  }

  /** Where reading begins. */
  get place(): EventOffset {
    return this.stored ?? BEFORE_ALL_EVENTS;
  }

  /**
   * Safe to repeat. Another worker may read the same events at the same time.
   * @returns the number of acceptances in them
   */
  async take(batches: readonly StreamedBatch[]): Promise<number> {
    const events = batches.flatMap(({ batch }) => batch.events);
    const to = batches.at(-1)?.last;
    if (to === undefined) return 0;
    const { withdrawals } = this.parts.stores;
    for (;;) {
      if (compareOffsets(to, this.place) <= 0) return 0;
      const fresh = events.filter(
        (one) => compareOffsets(one, this.place) > 0 && isAcceptance(one.event),
      );
      const nowMs = this.parts.now();
      // Events that were read but not stored contained no withdrawal, so the position may move past them at any time.
      if (fresh.length === 0 && nowMs - this.storedMs < CURSOR_INTERVAL_MS) return 0;
      const accepted = await Promise.all(fresh.map((one) => this.withdrawalOf(one)));
      const rows = { accepted: accepted.flat(), payouts: fresh.flatMap(payoutOf) };
      const after = this.stored;
      if (await withdrawals.takeEvents({ after, to, ...rows, nowMs })) {
        this.stored = to;
        this.storedMs = nowMs;
        return fresh.length;
      }
      this.stored = await withdrawals.eventCursor();
    }
  }

  private async withdrawalOf({ seq, event }: SequencedEvent): Promise<NewWithdrawal[]> {
    if (event.kind !== 'withdrawal_accepted') return [];
    const { withdrawalId, user, chain, recipientKind, allowProgramAddress, nonce } = event;
    const { paymentSeq, builder } = event;
    const requestId = `withdrawal at ${seq}`;
    return [
      {
        withdrawalId,
        user,
        chain,
        recipientKind,
        allowProgramAddress,
        nonce,
        builder,
        amountMicroUsdc: event.amount,
        gasFeeMicroUsdc: event.gasFee,
        gasItems: itemsOfFee(chain, event.gasFee, this.parts.tariff),
        recipient: event.recipient ?? (await depositAddressOf(user, requestId, this.parts)),
        acceptedSeq: seq,
        paymentSeq,
      },
    ];
  }
}

const isAcceptance = ({ kind }: ExchangeEvent): boolean =>
  kind === 'withdrawal_accepted' || kind === 'revenue_paid';

function payoutOf({ seq, timestampMs, event }: SequencedEvent): RevenuePayout[] {
  if (event.kind !== 'revenue_paid') return [];
  const { kind: _kind, amount, gasFee, maxGasFee, parts: _parts, user: _user, ...terms } = event;
  const amounts = {
    amountMicroUsdc: amount,
    gasFeeMicroUsdc: gasFee,
    maxGasFeeMicroUsdc: maxGasFee,
  };
  return [{ ...terms, ...amounts, acceptedSeq: seq, createdMs: timestampMs }];
}
