import { Fault } from '@bellwether/errors';
import { isSwapped } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import { SentTransfers } from '../bridge/sent-transfers';
import { MadeSwaps } from '../swap/made-swaps';

/**
 * Whether an undecided deposit has left its address already: PostgreSQL was restored to an older copy. The earlier
 * decision stands then, whatever cap, tier and price are now.
 */
export class Departures {
  private readonly made: MadeSwaps;
  private readonly sent: SentTransfers;

  constructor(
    private readonly parts: ConstructorParameters<typeof MadeSwaps>[0] &
      ConstructorParameters<typeof SentTransfers>[0] &
      Pick<ListenerParts, 'addresses'>,
  ) {
    this.made = new MadeSwaps(parts);
    this.sent = new SentTransfers(parts);
  }

  /** @throws Fault (retry) if not everything was examined yet; CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT */
  async hasLeft(deposit: Deposit): Promise<boolean> {
    const places = await this.parts.addresses.of(deposit.user);
    if (deposit.source === 'ext_usdc' || isSwapped(deposit)) {
      const { kind } = await this.sent.of(deposit, places);
      if (kind === 'searching') throw new Fault('retry', 'its transfer is searched for');
      return kind === 'sent';
    }
    const made = await this.made.of(deposit, places);
    if (made === 'searching') throw new Fault('retry', 'its swap is searched for');
    return made !== 'none';
  }
}
