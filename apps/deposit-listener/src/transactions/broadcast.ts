import type { Chain } from '@bellwether/chain';
import { RETRY_SCHEDULES } from '@bellwether/funding';
import type {
  ChainTransaction,
  ChainTransactionStore,
  TransactionEnd,
} from '@bellwether/persistence';
import type { Duty } from '@bellwether/runtime';
import { BROADCASTS_AT_ONCE, BROADCAST_LEASE_MS, BROADCAST_PAUSE_MS } from '../limits';
import type { OfBoth } from '../parts';
import { keptOfRow } from './kept-row';

/**
 * Sees every kept transaction of the listener through: the same bytes are sent again until they are final, or provably
 * never will be; that is noted with the row (`stores.transactions.byPurpose`). Whoever kept it looks at the row and
 * takes the next step.
 */
export class Broadcast implements Duty {
  readonly name = 'broadcast';
  readonly pauseMs = BROADCAST_PAUSE_MS;

  constructor(
    private readonly parts: {
      readonly transactions: Pick<ChainTransactionStore, 'claimDue' | 'end' | 'postpone'>;
      readonly chains: OfBoth<Pick<Chain, 'advance'>>;
      readonly now: () => number;
    },
  ) {}

  /** @returns how many have come to an end @throws what kept one of them from being looked at, after the others were */
  async round(): Promise<number> {
    const { transactions, now } = this.parts;
    const claim = { limit: BROADCASTS_AT_ONCE, nowMs: now(), leaseMs: BROADCAST_LEASE_MS };
    const rows = await transactions.claimDue(claim);
    const looks = await Promise.allSettled(rows.map((row) => this.look(row)));
    const failed = looks.find((look) => look.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return looks.filter((look) => look.status === 'fulfilled' && look.value).length;
  }

  /** @returns whether it has ended */
  private async look(row: ChainTransaction): Promise<boolean> {
    const { transactions, chains, now } = this.parts;
    const { purpose, createdMs } = row;
    try {
      const end = endOf(purpose, await chains[row.chain].advance(keptOfRow(row)));
      if (end !== undefined) return await transactions.end(end, now());
    } finally {
      // Does nothing to one that has ended.
      await transactions.postpone(purpose, now() + pauseAfter(now() - createdMs));
    }
    return false;
  }
}

function endOf(
  purpose: string,
  state: Awaited<ReturnType<Chain['advance']>>,
): TransactionEnd | undefined {
  switch (state.state) {
    case 'pending':
    case 'confirmed':
      return undefined;
    case 'expired':
      return { purpose, state: 'expired' };
    case 'final':
      return state.error === null
        ? { purpose, state: 'final', slot: state.slot }
        : { purpose, state: 'failed', slot: state.slot, error: state.error };
  }
}

const { firstMs, lastMs } = RETRY_SCHEDULES.broadcast;

/** At the pace of blocks while it is young, then ever more seldom. */
const pauseAfter = (ageMs: number): number =>
  Math.min(lastMs, Math.max(firstMs, Math.round(ageMs / 8)));
