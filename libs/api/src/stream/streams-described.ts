/** The AsyncAPI description of the streams: an outline of the contract, docs/protocol/streams.md, with schemas. */
import {
  HEARTBEAT_INTERVAL_MS,
  MARKETS_INTERVAL_MS,
  MAX_CLIENT_MESSAGE_BYTES,
  MAX_HELD_CANCELS_PER_CONNECTION,
  MAX_UNDER_WAY_PER_CONNECTION,
} from './limits';
import {
  pingMessage,
  resumeMessage,
  sessionMessage,
  subscribeMessage,
  unsubscribeMessage,
} from './client-message';
import { OPERATION_MESSAGES, operationAnswerMessage } from './operation-message';
import {
  SNAPSHOT_MESSAGES,
  UPDATE_MESSAGES,
  errorMessage,
  heartbeatMessage,
  pongMessage,
  sessionOpenedMessage,
  subscribedMessage,
  unsubscribedMessage,
} from './server-message';

const DESCRIPTION = `One WebSocket on the gateway, at \`/v1/ws\`: each message is one text frame with one JSON object of at most ${MAX_CLIENT_MESSAGE_BYTES / 1_024} KiB towards the gateway. What it sends is public, but a user's channels, which take a session of their owner; what it takes is signed.

\`seq\` counts the commands of the exchange, and is the same number in HTTP answers and on every gateway. \`prev_seq\` is the \`seq\` of the message before on this channel: where it is not, a message was lost, and \`resume\` from the last \`seq\` gets all of what is missing.

- A channel begins with \`subscribed\` and a snapshot; updates follow.
- All amounts, sizes and levels are totals, never differences.
- A heartbeat comes every ${HEARTBEAT_INTERVAL_MS / 1_000} seconds: a client that has received nothing for 10 seconds connects anew.
- A client that reads too slowly is closed with a code, never served in part.
- Orders and cancels are taken on it as over HTTP, ${MAX_UNDER_WAY_PER_CONNECTION} orders of a connection under way at a time and as many cancels, and answered as they come.`;

const MARKET_PARAMETER = { market_id: 'The market: 32 bytes in hex' };

/** A channel that sends a snapshot, then updates. */
const told = (kind: 'Book' | 'Trades' | 'User' | 'Markets' | 'Cases', summary: string) => ({
  summary,
  messages: [`${kind}Snapshot`, `${kind}Update`],
});

const CHANNELS = {
  connection: {
    address: null,
    title: 'The connection',
    description: 'What is said about channels, and about the line itself.',
    receives: {
      summary: 'What a client sends',
      messages: ['Session', 'Subscribe', 'Resume', 'Unsubscribe', 'Ping'],
    },
    sends: {
      summary: 'What answers it, and the heartbeat',
      messages: ['SessionOpened', 'Subscribed', 'Unsubscribed', 'Pong', 'Heartbeat', 'Error'],
    },
  },
  orders: {
    address: null,
    title: 'Order entry',
    description: `Operations with the bodies of their endpoints, at the rates of those. A connection holds up to ${MAX_HELD_CANCELS_PER_CONNECTION} signed cancels for its end.`,
    receives: {
      summary: 'Operations, signed by their users',
      messages: [
        'Order',
        'Cancel',
        'Amend',
        'CancelAll',
        'Batch',
        'CancelAfter',
        'Redeem',
        'CancelOnDisconnect',
        'KeepOnDisconnect',
      ],
    },
    sends: { summary: 'What became of each', messages: ['Answer'] },
  },
  book: {
    address: 'book:{market_id}',
    title: 'A book',
    description: 'Every level of a market, its status and its last price: one message a command.',
    parameters: MARKET_PARAMETER,
    sends: told('Book', 'The book, and what changes in it'),
  },
  trades: {
    address: 'trades:{market_id}',
    title: 'Trades of a market',
    description: 'Its newest trades, and each one that happens: one message a command.',
    parameters: MARKET_PARAMETER,
    sends: told('Trades', 'Trades, as they happen'),
  },
  user: {
    address: 'user:{public_key}',
    title: 'A user',
    description:
      'Balance, positions, orders, trades, refusals, money in and out: one message a command.',
    parameters: { public_key: "The user's public key, in base58 or hex" },
    sends: told('User', 'What the user has, and what changes of it'),
  },
  deposits: {
    address: 'deposits:{public_key}',
    title: 'Deposits of a user',
    description:
      'The last ten deposits with their phases, whole in each message: one at the beginning, and one whenever any of them has changed. There are no updates, and `resume` begins anew.',
    parameters: { public_key: "The user's public key, in base58 or hex" },
    sends: { summary: "A user's deposits, each time they change", messages: ['DepositsSnapshot'] },
  },
  markets: {
    address: 'markets',
    title: 'The catalogue',
    description: `New events, and of every market status, prices, volume and open interest: at most one message every ${MARKETS_INTERVAL_MS} ms.`,
    sends: told('Markets', 'The newest markets, and what changes in any'),
  },
  cases: {
    address: 'cases',
    title: 'Results',
    description:
      'Every result that is proposed, challenged, decided, withdrawn or final: one message a command. Users are not named; `GET /v1/cases/{case_id}` has the whole of a case.',
    sends: told('Cases', 'The open cases, and what happens to any'),
  },
};

const snapshot = (title: string, summary: string, kind: keyof typeof SNAPSHOT_MESSAGES) => ({
  title,
  summary,
  schema: SNAPSHOT_MESSAGES[kind],
});
const update = (title: string, summary: string, kind: keyof typeof UPDATE_MESSAGES) => ({
  title,
  summary,
  schema: UPDATE_MESSAGES[kind],
});

const MESSAGES = {
  Session: {
    title: 'session',
    summary: "Lets the connection follow its owner's channels.",
    schema: sessionMessage,
  },
  SessionOpened: {
    title: 'session',
    summary: 'The session holds.',
    schema: sessionOpenedMessage,
  },
  Subscribe: {
    title: 'subscribe',
    summary: 'Begins channels, each with a snapshot.',
    schema: subscribeMessage,
  },
  Resume: {
    title: 'resume',
    summary: 'Goes on with channels after a `seq`: updates, or a snapshot where it is too old.',
    schema: resumeMessage,
  },
  Unsubscribe: {
    title: 'unsubscribe',
    summary: 'Ends channels.',
    schema: unsubscribeMessage,
  },
  Ping: { title: 'ping', summary: 'Asks for a `pong`.', schema: pingMessage },
  Order: { title: 'order', summary: 'Places an order.', schema: OPERATION_MESSAGES.order },
  Cancel: { title: 'cancel', summary: 'Cancels an order.', schema: OPERATION_MESSAGES.cancel },
  Amend: { title: 'amend', summary: 'Changes a resting order.', schema: OPERATION_MESSAGES.amend },
  CancelAll: {
    title: 'cancel_all',
    summary: 'Cancels all orders of a user, in one market or in all.',
    schema: OPERATION_MESSAGES.cancel_all,
  },
  Batch: {
    title: 'batch',
    summary: 'Several operations in one record.',
    schema: OPERATION_MESSAGES.batch,
  },
  CancelAfter: {
    title: 'cancel_after',
    summary: 'Sets the dead man’s switch.',
    schema: OPERATION_MESSAGES.cancel_after,
  },
  Redeem: {
    title: 'redeem',
    summary: 'Redeems pairs of contracts.',
    schema: OPERATION_MESSAGES.redeem,
  },
  CancelOnDisconnect: {
    title: 'cancel_on_disconnect',
    summary: 'Leaves a signed cancel-all here, which is sent when the connection ends.',
    schema: OPERATION_MESSAGES.cancel_on_disconnect,
  },
  KeepOnDisconnect: {
    title: 'keep_on_disconnect',
    summary: 'Drops the cancels that are held for the end of the connection.',
    schema: OPERATION_MESSAGES.keep_on_disconnect,
  },
  Answer: {
    title: 'answer',
    summary: 'What became of an operation, as its endpoint would have answered.',
    schema: operationAnswerMessage,
  },
  Subscribed: { title: 'subscribed', summary: 'A channel begins.', schema: subscribedMessage },
  Unsubscribed: { title: 'unsubscribed', summary: 'Channels ended.', schema: unsubscribedMessage },
  Pong: { title: 'pong', summary: 'The answer to a `ping`.', schema: pongMessage },
  Heartbeat: {
    title: 'heartbeat',
    summary: 'The gateway is there, and how far it is.',
    schema: heartbeatMessage,
  },
  Error: {
    title: 'error',
    summary: 'A message could not be done; the connection goes on.',
    schema: errorMessage,
  },
  BookSnapshot: snapshot('snapshot of a book', 'The whole book.', 'book'),
  BookUpdate: update('update of a book', 'Levels that changed, each with its new total.', 'book'),
  TradesSnapshot: snapshot('snapshot of trades', 'The newest trades.', 'trades'),
  TradesUpdate: update('update of trades', 'Trades that happened, in order.', 'trades'),
  UserSnapshot: snapshot('snapshot of a user', 'All that the user has.', 'user'),
  UserUpdate: update('update of a user', 'What changed; what did not is absent.', 'user'),
  DepositsSnapshot: snapshot(
    'snapshot of deposits',
    'The last ten deposits, as they are now.',
    'deposits',
  ),
  MarketsSnapshot: snapshot('snapshot of the catalogue', 'The newest entries.', 'markets'),
  MarketsUpdate: update(
    'update of the catalogue',
    'New entries, and outcomes that changed.',
    'markets',
  ),
  CasesSnapshot: snapshot('snapshot of results', 'The cases that are open.', 'cases'),
  CasesUpdate: update('update of results', 'What happened to cases.', 'cases'),
};

export const STREAMS = {
  title: 'Bellwether streams',
  version: '1.0.0',
  description: DESCRIPTION,
  servers: {
    gateway: {
      host: '{host}',
      pathname: '/v1/ws',
      protocol: 'ws',
      description: 'The gateway that this document comes from; `wss` where it is behind TLS',
      variables: {
        host: { default: '127.0.0.1:3000', description: 'Host and port of the gateway' },
      },
    },
  },
  channels: CHANNELS,
  messages: MESSAGES,
};
