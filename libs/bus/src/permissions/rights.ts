/**
 * Who may do what on the bus: one table, from which the permissions of nats-server are made, the documents and the
 * tests. Everything else is refused.
 */
import { fundingSubject, signerKeysSubject, subjectsOf } from '../subjects';
import { SIGNER_KEY_OPERATIONS } from '../subjects';
import type { FundingOperation, ShardSubjects } from '../subjects';

/**
 * Each with an nkey of its own: the apps, the engine once more for its streams, the gateway for its admin role, and two
 * tools of operators.
 */
export const IDENTITIES = [
  'matching-engine',
  'matching-engine-journal',
  'journal-archiver',
  'projector',
  'gateway',
  'gateway-admin',
  'signer',
  'deposit-listener',
  'bridge-relayer',
  'withdraw-worker',
  'replay',
  'restore',
] as const;
export type Identity = (typeof IDENTITIES)[number];

export interface Rights {
  /** Requests it may make; the answers come to its own inbox. */
  readonly asks?: readonly string[];
  /** Requests it takes; it may answer those who may ask, and nobody else. */
  readonly answers?: readonly string[];
  /** Notices without an answer. */
  readonly publishes?: readonly string[];
  readonly subscribes?: readonly string[];
  /** Streams that it makes where they are missing and appends to, on these subjects. */
  readonly writes?: readonly { readonly stream: string; readonly subjects: readonly string[] }[];
  /** Streams whose messages it requests one by one. Such an answer is never empty, and has no effect. */
  readonly reads?: readonly string[];
  /** Streams whose oldest messages it removes. */
  readonly purges?: readonly string[];
  /** Streams that it reads by consumers that end with it. The creator of a consumer names the subject of delivery. */
  readonly follows?: readonly string[];
}

const fundingOf = (...operations: FundingOperation[]): string[] => operations.map(fundingSubject);

const WITHDRAW_REQUESTS = fundingOf(
  'withdraw',
  'quote_withdraw',
  'builder_withdraw',
  'builder_payout',
  'treasury_payout',
);
const DEPOSIT_REQUESTS = fundingOf(
  'address',
  'proxy',
  'gas_price',
  'tier',
  'refresh_tier',
  'recover',
  'builder_recover',
  'faucet',
  'bridge_executor',
  'daily_cap',
  'step_over',
  'release',
  'reject',
);
const SIGNER_KEYS = SIGNER_KEY_OPERATIONS.map(signerKeysSubject);

const MAKERS: Readonly<Record<Identity, (shard: ShardSubjects) => Rights>> = {
  'matching-engine': ({ lane, allQueries, leader, handover }) => ({
    answers: [...Object.values(lane), allQueries, leader],
    asks: [leader],
    publishes: [handover],
    subscribes: [handover],
  }),
  'matching-engine-journal': ({ journalStream, journal, plainJournal, eventStream, events }) => ({
    writes: [
      { stream: journalStream, subjects: [journal, plainJournal] },
      { stream: eventStream, subjects: [events] },
    ],
    reads: [journalStream, eventStream],
    follows: [journalStream],
  }),
  'journal-archiver': ({ journalStream }) => ({ reads: [journalStream] }),
  projector: ({ query, ...shard }) => ({
    asks: [query('status'), query('solvency')],
    ...liveEventReader(shard),
  }),
  gateway: (shard) => gateway(shard),
  'gateway-admin': (shard) => {
    const { asks = [], ...rest } = gateway(shard);
    const operators = fundingOf(
      'tier',
      'refresh_tier',
      'bridge_executor',
      'daily_cap',
      'step_over',
      'release',
      'reject',
      'treasury_payout',
    );
    return { ...rest, asks: [...asks, shard.lane.admin, ...SIGNER_KEYS, ...operators] };
  },
  signer: ({ lane, query }) => ({
    asks: [
      lane.builder,
      lane.cancel,
      query('status'),
      query('market'),
      query('revenue'),
      ...fundingOf(
        'address',
        'quote_withdraw',
        'builder_withdraw',
        'builder_recover',
        'builder_payout',
      ),
    ],
    answers: SIGNER_KEYS,
  }),
  'deposit-listener': ({ lane, query, ...shard }) => ({
    asks: [lane.deposit, query('bookings'), query('balance')],
    answers: DEPOSIT_REQUESTS,
    ...eventReader(shard),
  }),
  // It reads and writes PostgreSQL only.
  'bridge-relayer': () => ({}),
  'withdraw-worker': ({ lane, query, ...shard }) => ({
    asks: [lane.withdrawal, query('withdrawal'), fundingSubject('address')],
    answers: WITHDRAW_REQUESTS,
    ...eventReader(shard),
  }),
  replay: ({ journalStream }) => ({ reads: [journalStream] }),
  // An operator: makes journal and events anew from the archive, and purges what a proven snapshot covers. Its seed lies
  // where no process of the exchange can read it.
  restore: ({ journalStream, journal, plainJournal, eventStream, events }) => ({
    writes: [
      { stream: journalStream, subjects: [journal, plainJournal] },
      { stream: eventStream, subjects: [events] },
    ],
    reads: [journalStream, eventStream],
    follows: [journalStream],
    purges: [journalStream, eventStream],
  }),
};

/** The gateway as everybody meets it. */
function gateway({ lane, allQueries, ...shard }: ShardSubjects): Rights {
  return {
    asks: [
      lane.order,
      lane.cancel,
      allQueries,
      ...fundingOf(
        'address',
        'proxy',
        'gas_price',
        'recover',
        'withdraw',
        'quote_withdraw',
        'faucet',
      ),
    ],
    ...liveEventReader(shard),
  };
}

const eventReader = ({
  eventStream,
  storedEvents,
}: Pick<ShardSubjects, 'eventStream' | 'storedEvents'>): Rights => ({
  subscribes: [storedEvents],
  reads: [eventStream],
});

/** Receives each message when it is appended, and need not request it. */
const liveEventReader = (
  shard: Pick<ShardSubjects, 'eventStream' | 'events' | 'storedEvents'>,
): Rights => ({ ...eventReader(shard), subscribes: [shard.events, shard.storedEvents] });

export const rightsOf = (identity: Identity, shard: number): Rights =>
  MAKERS[identity](subjectsOf(shard));
