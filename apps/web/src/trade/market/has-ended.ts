import type { OutcomeEntry } from '@bellwether/client';
import { now } from '../../money/time';

/** A market that is paused, or not open yet, has not. */
export const hasEnded = ({ resolution, status }: OutcomeEntry, expiry: number): boolean =>
  resolution !== null ||
  status === 'closed' ||
  status === 'proposed' ||
  status === 'disputed' ||
  expiry <= now();
