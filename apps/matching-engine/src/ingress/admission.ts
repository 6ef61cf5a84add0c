/** Admission control: why no command of a lane is taken now, decided before one is read, so that a flood costs least. */
import type { EventPublisher } from '@bellwether/bus';
import type { Code } from '@bellwether/errors';
import type { RequestLane } from '@bellwether/exchange';
import { URGENT_EVENT_FACTOR } from '../limits';
import type { DiskMode } from './disk-watch';
import { isOrderLane } from './room';

export interface AdmissionParts {
  readonly publisher: Pick<EventPublisher, 'pending' | 'maxPending' | 'whenPublished'>;
  /** The journal's; absent: it has room. */
  readonly disk?: { readonly mode: DiskMode; readonly isOut: boolean };
}

export class Admission {
  isStopping = false;
  /** Events that another process left unpublished are not out yet: cancels only. */
  private isRecovering = false;

  constructor(private readonly parts: AdmissionParts) {}

  recover(): void {
    const { publisher } = this.parts;
    if (publisher.pending === 0) return;
    this.isRecovering = true;
    // Where publishing ends before, the process does: it is told of it as of everything that breaks.
    const isOver = publisher.whenPublished();
    isOver.then(() => (this.isRecovering = false)).catch(() => undefined);
  }

  /** null: a command of that lane may be enqueued. What is refused was not done. */
  refusalOf(lane: RequestLane, isFullOfOrders: boolean): Code | null {
    if (this.isStopping) return 'ENGINE_UNAVAILABLE';
    const isOrder = isOrderLane({ lane });
    if (!this.takesCommands || (isOrder && this.diskMode === 'cancels')) return 'DISK_LOW';
    if (isOrder && this.isRecovering) return 'CANCEL_ONLY';
    const { pending, maxPending } = this.parts.publisher;
    if (pending >= maxPending * (isOrder ? 1 : URGENT_EVENT_FACTOR)) return 'OVERLOADED';
    return isOrder && isFullOfOrders ? 'OVERLOADED' : null;
  }

  get takesOrders(): boolean {
    return !this.isRecovering && this.diskMode === 'everything';
  }

  /** False: the journal's disk has room for none. */
  get takesCommands(): boolean {
    return this.diskMode !== 'nothing';
  }

  /** False: not even a proof of who leads is to be written, as that write would fail, and end all writing. */
  get takesProofs(): boolean {
    return this.parts.disk?.isOut !== true;
  }

  private get diskMode(): DiskMode {
    return this.parts.disk?.mode ?? 'everything';
  }
}
