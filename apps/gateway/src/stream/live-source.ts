import type { LiveViews } from '../live/live-views';

/** The source of streams: the gateway's views, and the events that update them. */
export type LiveSource = Pick<
  LiveViews,
  'asOf' | 'book' | 'catalogue' | 'current' | 'hour' | 'isLoaded' | 'onEvents' | 'offsetNow'
>;
