/**
 * The table of permissions against a real nats-server: each identity tries every subject that means something to
 * anybody, by publishing and by subscribing. Then what the table is for: who can do what in the end.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../src/permissions/permissions-of';
import { IDENTITIES, rightsOf } from '../src/permissions/rights';
import type { Identity } from '../src/permissions/rights';
import { FUNDING_OPERATIONS, SIGNER_KEY_OPERATIONS, subjectsOf } from '../src/subjects';
import { BROAD_SUBJECTS, KNOWN_SUBJECTS, STREAMS } from './known-subjects';
import { NatsWithPermissions } from './nats-with-permissions';
import type { Direction } from './nats-with-permissions';

type Granted = Readonly<Record<Direction, readonly string[]>>;

let nats: NatsWithPermissions;
/** What the server lets each do. */
const granted = new Map<Identity, Granted>();

beforeAll(async () => {
  nats = await NatsWithPermissions.start();
  for (const identity of IDENTITIES) {
    granted.set(identity, {
      publish: await nats.granted(identity, 'publish', KNOWN_SUBJECTS),
      subscribe: await nats.granted(identity, 'subscribe', [...KNOWN_SUBJECTS, ...BROAD_SUBJECTS]),
    });
  }
});
afterAll(() => nats.stop());

const whoMay = (direction: Direction, subject: string): Identity[] =>
  IDENTITIES.filter((identity) => granted.get(identity)?.[direction].includes(subject));

/** Whether each subject that `subject` stands for is one that `pattern` stands for. */
function covers(pattern: string, subject: string): boolean {
  const tokens = subject.split('.');
  const wanted = pattern.split('.');
  for (const [at, token] of wanted.entries()) {
    const found = tokens[at];
    if (found === undefined) return false;
    if (token === '>') return true;
    if (token === '*' ? found === '>' : token !== found) return false;
  }
  return tokens.length === wanted.length;
}

describe('nats-server', () => {
  it.each([...IDENTITIES])('lets %s do what its rights say, and nothing else', (identity) => {
    const { publish, subscribe } = permissionsOf(identity, [0]);
    const within = (patterns: readonly string[], subjects: readonly string[]): string[] =>
      subjects.filter((subject) => patterns.some((pattern) => covers(pattern, subject)));
    expect(granted.get(identity)).toEqual({
      publish: within(publish, KNOWN_SUBJECTS),
      subscribe: within(subscribe, [...KNOWN_SUBJECTS, ...BROAD_SUBJECTS]),
    });
  });
});

const JOURNAL_READERS: Identity[] = ['journal-archiver', 'replay', 'restore'];
const EVENT_READERS: Identity[] = [
  'projector',
  'gateway',
  'gateway-admin',
  'deposit-listener',
  'withdraw-worker',
];

describe('of all identities', () => {
  const { lane, plainJournal, events, journalStream, eventStream, storedEvents } = subjectsOf(0);

  it.each([
    ['journal.0.chosen', ['matching-engine-journal', 'restore']],
    [plainJournal, ['matching-engine-journal', 'restore']],
    [events, ['matching-engine-journal', 'restore']],
    [lane.admin, ['gateway-admin']],
    [lane.builder, ['signer']],
    [lane.order, ['gateway', 'gateway-admin']],
    [lane.cancel, ['gateway', 'gateway-admin', 'signer']],
    [lane.deposit, ['deposit-listener']],
    [lane.withdrawal, ['withdraw-worker']],
    ['signer.keys.create_key', ['gateway-admin']],
    ['funding.builder_withdraw', ['signer']],
    ['funding.builder_payout', ['signer']],
    ['funding.treasury_payout', ['gateway-admin']],
    ['funding.withdraw', ['gateway', 'gateway-admin']],
    ['funding.daily_cap', ['gateway-admin']],
    ['funding.step_over', ['gateway-admin']],
    ['funding.deposit.credited', []],
    ['funding.transfer.completed', []],
    [`$JS.API.STREAM.CREATE.${journalStream}`, ['matching-engine-journal', 'restore']],
    [`$JS.API.STREAM.CREATE.${eventStream}`, ['matching-engine-journal', 'restore']],
    [`$JS.API.STREAM.PURGE.${journalStream}`, ['restore']],
    [`$JS.API.STREAM.PURGE.${eventStream}`, ['restore']],
    ['$JS.API.STREAM.PURGE.FUNDING', []],
    [`$JS.API.CONSUMER.CREATE.${journalStream}`, ['matching-engine-journal', 'restore']],
    [`$JS.API.CONSUMER.CREATE.${eventStream}`, []],
    [storedEvents, []],
    ...['STREAM.INFO', 'STREAM.MSG.GET'].flatMap((question) => [
      [`$JS.API.${question}.${journalStream}`, ['matching-engine-journal', ...JOURNAL_READERS]],
      [`border.${question}.${journalStream}`, ['journal-archiver', 'replay']],
      [
        `$JS.API.${question}.${eventStream}`,
        ['matching-engine-journal', ...EVENT_READERS, 'restore'],
      ],
      [`border.${question}.${eventStream}`, EVENT_READERS],
    ]),
  ] as [string, Identity[]][])('publish on %s: %j', (subject, identities) => {
    expect(whoMay('publish', subject)).toEqual(identities);
  });

  it.each([
    ...Object.values(lane).map((subject) => [subject, ['matching-engine']]),
    ...SIGNER_KEY_OPERATIONS.map((operation) => [`signer.keys.${operation}`, ['signer']]),
    ...FUNDING_OPERATIONS.map((operation) => [
      `funding.${operation}`,
      [/withdraw$|payout$/.test(operation) ? 'withdraw-worker' : 'deposit-listener'],
    ]),
    ['journal.0.chosen', []],
    ['journal.0.*', []],
    [plainJournal, []],
    [events, ['projector', 'gateway', 'gateway-admin']],
    [storedEvents, EVENT_READERS],
    ['>', []],
    ['_INBOX.>', []],
  ] as [string, Identity[]][])('hear %s: %j', (subject, identities) => {
    expect(whoMay('subscribe', subject)).toEqual(identities);
  });

  it('none changes or deletes a stream, nor asks what streams there are', () => {
    const operations = ['UPDATE', 'DELETE', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE'];
    const subjects = STREAMS.flatMap((stream) =>
      operations.map((operation) => `$JS.API.STREAM.${operation}.${stream}`),
    );
    for (const subject of [...subjects, '$JS.API.STREAM.NAMES', '$JS.API.STREAM.LIST']) {
      expect([subject, whoMay('publish', subject)]).toEqual([subject, []]);
    }
  });

  it('each hears its own inbox alone', () => {
    for (const identity of IDENTITIES) {
      const inbox = `_INBOX_${identity}.>`;
      expect([inbox, whoMay('subscribe', inbox)]).toEqual([inbox, [identity]]);
    }
  });

  it('every request that one may make is answered by another', () => {
    const rights = IDENTITIES.map((identity) => rightsOf(identity, 0));
    const answered = rights.flatMap(({ answers = [] }) => answers);
    for (const asked of rights.flatMap(({ asks = [] }) => asks)) {
      expect([asked, answered.some((subject) => covers(subject, asked))]).toEqual([asked, true]);
    }
  });
});
