/** Every subject that means something to somebody: ours, those of JetStream, and a few that nobody uses. */
import { inboxPrefixOf } from '../src/connection/inbox';
import { IDENTITIES } from '../src/permissions/rights';
import {
  FUNDING_OPERATIONS,
  SIGNER_KEY_OPERATIONS,
  fundingSubject,
  signerKeysSubject,
  subjectsOf,
} from '../src/subjects';

const { lane, query, allQueries, leader, handover, ...ofStreams } = subjectsOf(0);
const { plainJournal: journal, events, journalStream, eventStream, storedEvents } = ofStreams;
export const STREAMS = [journalStream, eventStream];
const QUESTIONS = [
  'status',
  'balance',
  'account',
  'market',
  'bookings',
  'funding',
  'revenue',
  'solvency',
  'withdrawal',
  'unknown',
];
const DURABLES = ['deposit-listener-transfers', 'bridge-relayer', 'withdraw-worker'];
const FUNDING_UPDATES = [
  ...['detected', 'credited', 'rejected'].map((phase) => `funding.deposit.${phase}`),
  ...['signed', 'burned', 'sent', 'attested', 'completed', 'expired'].map(
    (update) => `funding.transfer.${update}`,
  ),
  ...['pending', 'completed', 'failed'].map((status) => `funding.withdrawal.${status}`),
];

/** What can be done to a stream, or is said of one, beside its consumers. */
const STREAM_OPERATIONS = [
  'CREATE',
  'UPDATE',
  'INFO',
  'DELETE',
  'PURGE',
  'MSG.GET',
  'MSG.DELETE',
  'SNAPSHOT',
  'RESTORE',
  'PEER.REMOVE',
  'LEADER.STEPDOWN',
];

const ofStream = (stream: string): string[] => [
  ...STREAM_OPERATIONS.map((operation) => `$JS.API.STREAM.${operation}.${stream}`),
  ...['INFO', 'MSG.GET', 'DELETE'].map((operation) => `border.STREAM.${operation}.${stream}`),
  `$JS.API.DIRECT.GET.${stream}`,
  `$JS.API.DIRECT.GET.${stream}.${journal}`,
  `$JS.API.CONSUMER.CREATE.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}.mine`,
  `$JS.API.CONSUMER.CREATE.${stream}.mine.${journal}`,
  `$JS.API.CONSUMER.NAMES.${stream}`,
  `$JS.API.CONSUMER.LIST.${stream}`,
  ...['mine', ...DURABLES].flatMap((durable) => [
    ...['DURABLE.CREATE', 'INFO', 'DELETE', 'PAUSE', 'MSG.NEXT', 'UNPIN', 'LEADER.STEPDOWN'].map(
      (operation) => `$JS.API.CONSUMER.${operation}.${stream}.${durable}`,
    ),
    `$JS.ACK.${stream}.${durable}.1.2.3.4.5`,
    `$JS.FC.${stream}.${durable}.abc`,
  ]),
];

export const KNOWN_SUBJECTS: readonly string[] = [
  ...Object.values(lane),
  ...QUESTIONS.map(query),
  leader,
  handover,
  journal,
  events,
  storedEvents,
  'events.0.other',
  'engine.1.order',
  'journal.1',
  'journal.0.chosen',
  'journal.0.chosen.further',
  'journal.1.chosen',
  ...SIGNER_KEY_OPERATIONS.map(signerKeysSubject),
  ...FUNDING_OPERATIONS.map(fundingSubject),
  ...FUNDING_UPDATES,
  ...STREAMS.flatMap(ofStream),
  ...ofStream('JOURNAL_1'),
  ...ofStream('FUNDING'),
  ...ofStream('KV_x'),
  '$KV.x.key',
  '$O.x.C.y',
  '$JS.API.INFO',
  '$JS.API.STREAM.NAMES',
  '$JS.API.STREAM.LIST',
  '$JS.API.ACCOUNT.PURGE.x',
  '$JS.API.SERVER.REMOVE',
  '$JS.EVENT.ADVISORY.STREAM.CREATED.x',
  '$SYS.REQ.SERVER.PING',
  '$SYS.REQ.USER.INFO',
  '$SYS.ACCOUNT.x.CONNECT',
  '_R_.x',
  '_INBOX.somebody.1',
  ...IDENTITIES.map((identity) => `${inboxPrefixOf(identity)}.abc.1`),
  'anything',
  'anything.else',
];

/** Subscriptions that would receive as much as possible. */
export const BROAD_SUBJECTS: readonly string[] = [
  '>',
  '*',
  '*.>',
  'engine.>',
  'engine.*.order',
  'engine.0.*',
  allQueries,
  'journal.*',
  'journal.>',
  'events.>',
  'events.0.>',
  'funding.*',
  'funding.>',
  'funding.deposit.*',
  'signer.>',
  'signer.keys.*',
  '_INBOX.>',
  '_INBOX_*.>',
  ...IDENTITIES.map((identity) => `${inboxPrefixOf(identity)}.>`),
  '$JS.>',
  '$JS.API.>',
  '$JS.ACK.>',
  '$SYS.>',
];
