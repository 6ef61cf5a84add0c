import { Fault } from '@bellwether/errors';
import { isSwapped } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import { sentTransfer } from '../bridge/source-transfer';
import { MadeSwaps } from '../swap/made-swaps';

/**
 * Whether an undecided deposit has left its address already: PostgreSQL was restored to an older copy. The earlier
 * decision stands then, whatever cap, tier and price are now.
 */
export class Departures {
  private readonly made: MadeSwaps;

  constructor(
    private readonly parts: Pick<
      ListenerParts,
      'stores' | 'chains' | 'sides' | 'usdc' | 'listener' | 'addresses' | 'depositMaster'
    >,
  ) {
    this.made = new MadeSwaps(parts);
  }

  /** @throws Fault (retry) if not everything was examined yet; CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT */
  async hasLeft(deposit: Deposit): Promise<boolean> {
    const places = await this.parts.addresses.of(deposit.user);
    if (deposit.source === 'ext_usdc' || isSwapped(deposit)) {
      const sent = await sentTransfer(this.parts, deposit, places);
      return sent?.isOfDeposit === true;
    }
    const made = await this.made.of(deposit, places);
    if (made === 'searching') throw new Fault('retry', 'its swap is searched for');
    return made !== 'none';
  }
}
