import { endpoints } from '../endpoint';

export const streams = endpoints(
  { tag: 'Streams', caller: null },
  {
    openStream: {
      route: 'GET /v1/ws',
      summary: 'Open a WebSocket',
      description:
        'Books, trades, prices and accounts as they change: `/asyncapi.json` says what is sent on it. Without an upgrade to WebSocket it is 426.',
      status: 101,
      codes: ['UPGRADE_REQUIRED', 'OVERLOADED'],
      // A handshake, and a connection with its timers.
      weight: 5,
    },
  },
);
