import type { LiveViews } from '../live/live-views';

/** What streams are made of: the views that the gateway keeps, and the events that keep them. */
export type LiveSource = Pick<
  LiveViews,
  'asOf' | 'book' | 'catalogue' | 'current' | 'isLoaded' | 'onEvents' | 'placeNow'
>;
