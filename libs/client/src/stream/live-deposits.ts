import type { Deposit, DepositsSnapshot } from '../generated/interface';
import { LiveView } from './live-view';
import type { ChannelHandle } from './live-view';

/**
 * A user's last ten deposits with their phases. Each message has all of them, so it emits `snapshot` and never
 * `update`. Its `seq` is the gateway's progress when it read them; deposits themselves have none.
 */
export class LiveDeposits extends LiveView<DepositsSnapshot, never> {
  readonly publicKey: string;
  private newestFirst: readonly Deposit[] | null = null;

  constructor(publicKey: string, line: ChannelHandle) {
    super(`deposits:${publicKey}`, line);
    this.publicKey = publicKey;
  }

  /** Newest first; null before the first snapshot. */
  get deposits(): readonly Deposit[] | null {
    return this.newestFirst;
  }

  deposit(depositId: string): Deposit | null {
    return this.newestFirst?.find(({ deposit_id: id }) => id === depositId) ?? null;
  }

  protected replace({ deposits }: DepositsSnapshot): void {
    this.newestFirst = deposits;
  }

  /** The exchange sends none. */
  protected merge(): void {}
}
