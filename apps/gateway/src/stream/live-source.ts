import type { LiveViews } from '../live/live-views';

/** What streams are made from: the gateway's views, and the events that keep them current. */
export type LiveSource = Pick<
  LiveViews,
  'asOf' | 'book' | 'catalogue' | 'current' | 'hour' | 'isLoaded' | 'onEvents' | 'placeNow'
>;
