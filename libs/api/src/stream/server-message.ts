/** Messages from the gateway, one JSON object each: docs/protocol/streams.md, section 4. */
import { z } from 'zod';
import type { AsOf } from '@bellwether/exchange';
import { failureAnswer } from '../answer/failure';
import { count, flag, named, time, user, words } from '../answer/fields';
import type { Answer } from '../answer/fields';
import { unixSecondsOf } from '../answer/units';
import { EXAMPLE } from '../examples';
import { bookSnapshotData, bookUpdateData } from './book-data';
import { casesSnapshotData, casesUpdateData } from './cases-data';
import { depositsSnapshotData } from './deposits-data';
import { marketsSnapshotData, marketsUpdateData } from './markets-data';
import { operationAnswerMessage } from './operation-message';
import { tradesSnapshotData, tradesUpdateData } from './trades-data';
import { userSnapshotData, userUpdateData } from './user-data';

const idField = words('Of the message that this answers; null where it had none', '1').nullable();
const CHANNEL = {
  book: `book:${EXAMPLE.marketId}`,
  trades: `trades:${EXAMPLE.marketId}`,
  user: `user:${EXAMPLE.user}`,
  deposits: `deposits:${EXAMPLE.user}`,
  markets: 'markets',
  cases: 'cases',
} as const;
const channelNamed = (example: string) => words('The channel', example);
const channelName = channelNamed(CHANNEL.book);
const seqField = count('The command as of which this is true', EXAMPLE.seq);
const timestampField = time('When that command was carried out');
const typed = <const T extends string>(type: T) =>
  z.literal(type).meta({ description: 'What the message is' });

export const subscribedMessage = named(
  'Subscribed',
  z.strictObject({
    type: typed('subscribed'),
    id: idField,
    channel: channelName,
    resumed: flag(
      'Whether updates follow after the seq that was given; else a snapshot does',
      false,
    ),
  }),
  'A channel begins.',
);

const snapshotOf = <S extends z.ZodType>(example: string, data: S) =>
  z.strictObject({
    type: typed('snapshot'),
    channel: channelNamed(example),
    seq: seqField,
    prev_seq: z.literal(0).meta({ description: 'It follows nothing: what was known is replaced' }),
    timestamp: timestampField,
    data,
  });

const updateOf = <S extends z.ZodType>(example: string, data: S) =>
  z.strictObject({
    type: typed('update'),
    channel: channelNamed(example),
    seq: seqField,
    prev_seq: count('The `seq` of the message before on this channel', EXAMPLE.seq - 2),
    timestamp: timestampField,
    data,
  });

/** By kind of channel. */
export const SNAPSHOT_MESSAGES = {
  book: named('BookSnapshotMessage', snapshotOf(CHANNEL.book, bookSnapshotData), 'A whole book.'),
  trades: named(
    'TradesSnapshotMessage',
    snapshotOf(CHANNEL.trades, tradesSnapshotData),
    'The newest trades.',
  ),
  user: named(
    'UserSnapshotMessage',
    snapshotOf(CHANNEL.user, userSnapshotData),
    'What a user has.',
  ),
  deposits: named(
    'DepositsSnapshotMessage',
    snapshotOf(CHANNEL.deposits, depositsSnapshotData),
    'The deposits of a user.',
  ),
  markets: named(
    'MarketsSnapshotMessage',
    snapshotOf(CHANNEL.markets, marketsSnapshotData),
    'The newest markets.',
  ),
  cases: named(
    'CasesSnapshotMessage',
    snapshotOf(CHANNEL.cases, casesSnapshotData),
    'The open cases.',
  ),
} as const;

/** By kind of channel. */
export const UPDATE_MESSAGES = {
  book: named('BookUpdateMessage', updateOf(CHANNEL.book, bookUpdateData), 'A change of a book.'),
  trades: named(
    'TradesUpdateMessage',
    updateOf(CHANNEL.trades, tradesUpdateData),
    'Trades that happened.',
  ),
  user: named(
    'UserUpdateMessage',
    updateOf(CHANNEL.user, userUpdateData),
    'A change of what a user has.',
  ),
  markets: named(
    'MarketsUpdateMessage',
    updateOf(CHANNEL.markets, marketsUpdateData),
    'Changes of the catalogue.',
  ),
  cases: named(
    'CasesUpdateMessage',
    updateOf(CHANNEL.cases, casesUpdateData),
    'What happened to cases.',
  ),
} as const;

export const unsubscribedMessage = named(
  'Unsubscribed',
  z.strictObject({
    type: typed('unsubscribed'),
    id: idField,
    channels: z.array(channelName).meta({ description: 'Nothing follows on them' }),
  }),
  'Channels ended.',
);

export const heartbeatMessage = named(
  'Heartbeat',
  z.strictObject({
    type: typed('heartbeat'),
    time: time('Now'),
    seq: count('The last command that the gateway has taken in', EXAMPLE.seq),
    lag: count(
      'How many commands it is behind the engine; null where the engine could not be asked',
      0,
    ).nullable(),
    channels: z.record(z.string(), seqField).meta({
      description: 'Of each subscribed channel the last `seq` sent on it',
      example: { [`book:${EXAMPLE.marketId}`]: EXAMPLE.seq },
    }),
  }),
  'Sent when the connection opens, and every 5 seconds.',
);

export const pongMessage = named(
  'Pong',
  z.strictObject({
    type: typed('pong'),
    id: idField,
    time: time('Now'),
    time_ms: count('The same in milliseconds', EXAMPLE.time * 1_000),
  }),
  'The answer to a `ping`.',
);

export const sessionOpenedMessage = named(
  'SessionOpened',
  z.strictObject({
    type: typed('session'),
    id: idField,
    public_key: user('Whose `user:` and `deposits:` channels this connection may follow'),
    expires_at: time('When it ends, and the channel with it'),
  }),
  'The answer to `session`.',
);

export const errorMessage = named(
  'StreamError',
  z.strictObject({
    type: typed('error'),
    id: idField,
    channel: channelName.nullable().describe('The channel it is about; null: the whole message'),
    error: failureAnswer.shape.error,
  }),
  'A message of the client could not be done; the connection goes on.',
);

export const serverMessage = z.union([
  subscribedMessage,
  ...Object.values(SNAPSHOT_MESSAGES),
  ...Object.values(UPDATE_MESSAGES),
  unsubscribedMessage,
  heartbeatMessage,
  sessionOpenedMessage,
  pongMessage,
  operationAnswerMessage,
  errorMessage,
]);
export type ServerMessage = Answer<typeof serverMessage>;

export type SubscribedMessage = Answer<typeof subscribedMessage>;
export type UnsubscribedMessage = Answer<typeof unsubscribedMessage>;
export type HeartbeatMessage = Answer<typeof heartbeatMessage>;
export type SessionOpenedMessage = Answer<typeof sessionOpenedMessage>;
export type PongMessage = Answer<typeof pongMessage>;
export type StreamErrorMessage = Answer<typeof errorMessage>;

type DataOf<M extends Record<string, z.ZodType>> = {
  [Kind in keyof M]: z.infer<M[Kind]> extends { data: infer Data } ? Data : never;
}[keyof M];
export type SnapshotData = Answer<z.ZodType<DataOf<typeof SNAPSHOT_MESSAGES>>>;
export type UpdateData = Answer<z.ZodType<DataOf<typeof UPDATE_MESSAGES>>>;

export const snapshotText = (channel: string, asOf: AsOf, data: SnapshotData): string =>
  JSON.stringify({
    type: 'snapshot',
    channel,
    seq: asOf.seq,
    prev_seq: 0,
    timestamp: unixSecondsOf(asOf.timestampMs),
    data,
  });

/** The JSON text of an update, split where its `prev_seq` is inserted. */
export interface UpdateText {
  readonly before: string;
  readonly after: string;
}

/** An update is serialized once for all subscribers; only `prev_seq` differs between them. */
export const updateText = (channel: string, asOf: AsOf, data: UpdateData): UpdateText => ({
  before: `{"type":"update","channel":"${channel}","seq":${asOf.seq},"prev_seq":`,
  after: `,"timestamp":${unixSecondsOf(asOf.timestampMs)},"data":${JSON.stringify(data)}}`,
});
