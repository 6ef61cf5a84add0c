/**
 * Admission control: the reason why a lane takes no command now. It is decided before the command is decoded, so that a
 * flood costs least.
 */
import type { EventPublisher } from '@bellwether/bus';
import type { Code } from '@bellwether/errors';
import type { RequestLane } from '@bellwether/exchange';
import { URGENT_EVENT_FACTOR } from '../limits';
import type { DiskMode } from './disk-watch';
import { isOrderLane } from './room';

export interface AdmissionParts {
  readonly publisher: Pick<EventPublisher, 'pending' | 'maxPending' | 'whenPublished'>;
  /** The disk of the journal. Absent: it always has room. */
  readonly disk?: { readonly mode: DiskMode; readonly isOut: boolean };
}

export class Admission {
  isStopping = false;
  /** Events of an earlier process are not published yet: only cancels are taken. */
  private isRecovering = false;

  constructor(private readonly parts: AdmissionParts) {}

  recover(): void {
    const { publisher } = this.parts;
    if (publisher.pending === 0) return;
    this.isRecovering = true;
    // If publishing fails first, the process ends as for any other failure.
    const isOver = publisher.whenPublished();
    isOver.then(() => (this.isRecovering = false)).catch(() => undefined);
  }

  /** Null: a command of this lane may be enqueued. A rejected command was not carried out. */
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

  /** False: the journal's disk has no room for commands. */
  get takesCommands(): boolean {
    return this.diskMode !== 'nothing';
  }

  /**
   * False: not even a proof of leadership may be written. That write would fail, and the server would refuse all later
   * ones.
   */
  get takesProofs(): boolean {
    return this.parts.disk?.isOut !== true;
  }

  private get diskMode(): DiskMode {
    return this.parts.disk?.mode ?? 'everything';
  }
}
