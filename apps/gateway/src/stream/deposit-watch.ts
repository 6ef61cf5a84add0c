import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { DepositMarks } from '@bellwether/persistence';
import type { DepositsChannel } from './deposits-channel';
import { DEPOSIT_LOOK_MS, MAX_DEPOSIT_MARKS_AT_ONCE } from './limits';

export interface DepositWatchParts {
  readonly marks: Pick<DepositMarks, 'of'>;
  /** Those that somebody follows. */
  readonly channels: () => readonly DepositsChannel[];
  /** Sends what the channels gave. */
  readonly onSent: (messages: number) => void;
}

/**
 * Looks whether deposits that somebody follows have changed. The funding apps write rows, and nothing on the bus (ADR
 * 0060), so a gateway looks: one statement for all that are followed here, none where nobody follows any.
 */
export class DepositWatch {
  private readonly timer: NodeJS.Timeout;
  private isLooking = false;

  constructor(private readonly parts: DepositWatchParts) {
    this.timer = setInterval(() => void this.look(), DEPOSIT_LOOK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const followed = this.parts.channels();
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
