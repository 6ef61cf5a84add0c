import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../../parts';
import { GIVE_BACK_PAUSE_MS } from '../limits';

/**
 * Money that was deposited and withdrawn again on the same day holds nothing of the day's cap: or one purse, in and out
 * ten times, would make everybody wait for midnight. What leaves has the vault's own daily limit.
 */
export class GiveBackCap implements Worker {
  readonly name = 'give-back-cap';
  readonly pauseMs = GIVE_BACK_PAUSE_MS;

  constructor(private readonly parts: Pick<ListenerParts, 'stores' | 'now'>) {}

  async tick(): Promise<number> {
    const { stores, now } = this.parts;
    await stores.dailyCap.giveBack(now());
    return 0;
  }
}
