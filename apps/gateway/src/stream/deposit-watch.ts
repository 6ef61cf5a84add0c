import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { DepositMarks } from '@bellwether/persistence';
import type { DepositsChannel } from './deposits-channel';
import {
  DEPOSIT_CLOCKS_MS,
  DEPOSIT_LOOK_MS,
  LOOKS_A_WHOLE_LOOK,
  MAX_DEPOSIT_MARKS_AT_ONCE,
} from './limits';

export interface DepositWatchParts {
  readonly marks: Pick<DepositMarks, 'of' | 'changedAfter'>;
  /** Users whose deposits are followed. */
  readonly channels: () => readonly DepositsChannel[];
  /** Sends the new messages of the channels. */
  readonly onSent: (messages: number) => void;
}

/**
 * Looks for changes of followed deposits. The funding apps write rows, and nothing on the bus (ADR 0060), so a gateway
 * queries them: one statement for all changes, whichever users are followed, and none if there are none. At intervals
 * it reads all that are followed, for changes stamped by a clock that is far behind.
 */
export class DepositWatch {
  private readonly timer: NodeJS.Timeout;
  private isLooking = false;
  private looks = 0;
  /** The time of the newest known change. Null while none was followed. */
  private newestMs: number | null = null;

  constructor(private readonly parts: DepositWatchParts) {
    this.timer = setInterval(() => void this.look(), DEPOSIT_LOOK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Looks once. The next look is scheduled automatically. */
  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const followed = await this.toLookAt(this.parts.channels());
      for (let from = 0; from < followed.length; from += MAX_DEPOSIT_MARKS_AT_ONCE) {
        await this.lookAt(followed.slice(from, from + MAX_DEPOSIT_MARKS_AT_ONCE));
      }
    } catch (error) {
      // The database is away, and the next look tries again. Requests over HTTP get the error.
      if (!(error instanceof CodedError)) throw error;
    } finally {
      this.isLooking = false;
    }
  }

  private async toLookAt(all: readonly DepositsChannel[]): Promise<readonly DepositsChannel[]> {
    if (all.length === 0) {
      this.newestMs = null;
      return all;
    }
    const after = this.newestMs === null ? null : this.newestMs - DEPOSIT_CLOCKS_MS;
    const { users, newestMs } = await this.parts.marks.changedAfter(after);
    this.newestMs = Math.max(newestMs, this.newestMs ?? 0);
    if (after === null || ++this.looks % LOOKS_A_WHOLE_LOOK === 0) return all;
    const changed = new Set(users);
    return all.filter(({ channel }) => changed.has(toHex(channel.user)));
  }

  private async lookAt(channels: readonly DepositsChannel[]): Promise<void> {
    const marks = await this.parts.marks.of(channels.map(({ channel }) => channel.user));
    let messages = 0;
    for (const live of channels) {
      const mark = marks.get(toHex(live.channel.user));
      if (mark !== undefined && (await live.refresh(mark))) messages += live.subscribers.size;
    }
    if (messages > 0) this.parts.onSent(messages);
  }
}
