/** Why no command of a lane is taken now: decided before one is read, so that a flood costs least. */
import type { EventPublisher } from '@bellwether/bus';
import type { Code } from '@bellwether/errors';
import type { RequestLane } from '@bellwether/exchange';
import type { DiskTakes } from './disk-watch';
import { isOrderLane } from './ingress';
import { URGENT_EVENT_FACTOR } from '../limits';

export interface EngineNowTakes {
  readonly isStopping: boolean;
  /** Events that another process left unpublished are not out yet. */
  readonly isRecovering: boolean;
  readonly diskTakes: DiskTakes;
  /** The line of orders is full. */
  readonly isFullOfOrders: boolean;
  readonly events: Pick<EventPublisher, 'pending' | 'maxPending'>;
}

/** null: it may be taken in. What is refused was not done. */
export function closedTo(lane: RequestLane, now: EngineNowTakes): Code | null {
  if (now.isStopping) return 'ENGINE_UNAVAILABLE';
  const isOrder = isOrderLane({ lane });
  const isDiskLow = now.diskTakes === 'nothing' || (isOrder && now.diskTakes === 'cancels');
  if (isDiskLow) return 'DISK_LOW';
  if (isOrder && now.isRecovering) return 'CANCEL_ONLY';
  const { pending, maxPending } = now.events;
  if (pending >= maxPending * (isOrder ? 1 : URGENT_EVENT_FACTOR)) return 'OVERLOADED';
  return isOrder && now.isFullOfOrders ? 'OVERLOADED' : null;
}
