/**
 * How each alert of the compose file's rules is provoked, in incidents whose alerts do not hinder each other, and which
 * alerts cannot be. Commands are typed as an operator would; functions do what no operator can.
 */
import { ENGINES, crash, cutFromNats, leaderNow, mode, whenReady } from './operator.mjs';

const PSQL = 'dc exec -T postgres psql --username=bellwether --quiet --command';
const MARKETS = 'http://127.0.0.1:3000/v1/markets';
const READ_TRADES = `
  market=$(curl -s '${MARKETS}?limit=1' | sed -n 's/.*"market_id":"\\([0-9a-f]*\\)".*/\\1/p')
  curl -s ${MARKETS}/$market/trades`;
const FILL =
  "require('node:fs').writeFileSync('/var/lib/bellwether/filler', Buffer.alloc(1 << 26))";
const JOURNAL_BYTES =
  'dc exec -T nats wget -qO- http://127.0.0.1:8222/jsz | sed -n \'s/^  "storage": \\([0-9]*\\),$/\\1/p\'';

/** A thirtieth of a processor, in pieces of half a second: what it does comes late. */
const slowed = (services) =>
  `docker update --cpu-period 500000 --cpu-quota 18000 $(dc ps --quiet ${services})`;
const usual = (services) =>
  `docker update --cpu-period 100000 --cpu-quota 200000 $(dc ps --quiet ${services})`;

/** A server whose journal fills this share of what it may keep. */
const nearlyFull = (percent) => `
  most=$(( $(${JOURNAL_BYTES}) * 100 / ${percent} ))
  sed "s|^  store_dir.*|&\\n  max_file_store: $most|" docker/nats/nats.conf > docker/nats/small.conf
  NATS_CONFIG=small.conf dc up --wait --no-deps nats`;
const USUAL_NATS = 'dc up --wait --no-deps nats; rm -f docker/nats/small.conf';

/**
 * @typedef {object} Incident
 * @property {readonly string[]} alerts
 * @property {readonly ('flow' | 'day')[]} [users] who trade meanwhile
 * @property {string | (() => void | Promise<void>)} provoke
 * @property {string} heal
 * @property {number} [minutes] until the last of them fires at the latest
 */

/** @type {Readonly<Record<string, Incident>>} */
export const INCIDENTS = {
  // First: what comes later starts engines too.
  'leaders die': {
    alerts: ['EngineTakeovers'],
    async provoke() {
      for (let death = 1; death <= 4; death++) {
        await whenReady(ENGINES);
        crash(leaderNow()[0]);
      }
    },
    heal: 'true',
  },
  'apps are gone': {
    alerts: ['EngineMissing', 'ErrorBudgetBurning', 'AppDown', 'HistoryBehind', 'ArchiveBehind'],
    users: ['flow'],
    provoke: `dc stop ${ENGINES.join(' ')} projector signer journal-archiver`,
    heal: `dc start ${ENGINES.join(' ')} projector signer journal-archiver`,
  },
  'the exchange is halted': {
    alerts: ['ExchangeHalted'],
    provoke: mode('halted'),
    heal: mode('open'),
  },
  'the bus is frozen': {
    alerts: ['JournalStalled', 'EngineClockWrong'],
    provoke: 'dc pause nats',
    heal: 'dc unpause nats',
  },
  'the bus has no monitor': {
    alerts: ['JournalDiskUnknown', 'JournalSyncUnknown'],
    provoke: `
      grep -v ^http: docker/nats/nats.conf > docker/nats/small.conf
      NATS_CONFIG=small.conf dc up --detach --no-deps nats
      dc restart ${ENGINES.join(' ')}`,
    heal: USUAL_NATS,
  },
  'the journal has little room': {
    alerts: ['JournalDiskLow'],
    provoke: nearlyFull(95),
    heal: USUAL_NATS,
  },
  'the journal has no room': {
    alerts: ['JournalDiskFull'],
    provoke: nearlyFull(99),
    heal: USUAL_NATS,
  },
  'the journal is not synced': {
    alerts: ['JournalNotSynced'],
    provoke: 'NATS_CONFIG=restore.conf dc up --wait --no-deps nats',
    heal: USUAL_NATS,
  },
  'the leader is cut off': {
    alerts: ['EnginesLeadTogether'],
    provoke: () => cutFromNats(leaderNow()[0]),
    heal: `dc restart ${ENGINES.join(' ')}`,
  },
  'a long day': {
    alerts: [
      'StandbyMissing',
      'SnapshotsFail',
      'SnapshotsBehind',
      'FolderNearlyFull',
      'ExchangeCancelOnly',
      'BackupOld',
      'LedgerDiffers',
      'BugAnswered',
      'ArchiveStopped',
      'ViewsBehind',
      'JournalAppendSlow',
      'SubmitSlow',
      'CancelSlow',
    ],
    users: ['flow', 'day'],
    minutes: 22,
    async provoke() {
      cutFromNats('journal-archiver');
      cutFromNats('gateway-second');
      return `
        dc stop matching-engine
        dc exec -T matching-engine-standby /usr/local/bin/node -e "${FILL}" || true
        ${mode('cancel_only')}
        docker run --rm -v bellwether_backups:/mnt debian:12.12-slim sh -c 'rm -rf /mnt/*'
        ${PSQL} "UPDATE ledger_totals SET balance_micro_usdc = balance_micro_usdc + 1 WHERE kind = 'user'"
        ${PSQL} 'REVOKE SELECT ON trades FROM bellwether_gateway'
        ${READ_TRADES}
        ${slowed('matching-engine-standby')}`;
    },
    heal: `
      ${usual('matching-engine-standby')}
      dc restart journal-archiver gateway-second
      dc start matching-engine
      dc exec -T matching-engine-standby rm /var/lib/bellwether/filler
      ${mode('open')}
      ${PSQL} "UPDATE ledger_totals SET balance_micro_usdc = balance_micro_usdc - 1 WHERE kind = 'user'"
      dc run --rm --no-deps migrate
      dc run --rm backup`,
  },
};

/** @type {Readonly<Record<string, string>>} */
export const NOT_PROVOKED = {
  StandbyBehind:
    'a hundred thousand commands while a standby that is cut off still answers Prometheus',
  InvariantBroken: 'a defect of the engine',
  OrdersTurnedAway:
    'more orders than the users of a trial send: at five a second an engine needs less processor than can be left to it',
  EventLoopLate: 'the same',
  EventsUnpublished:
    'events and journal are in one server: where one takes nothing, neither does the other',
  HostClockWrong: "containers have the machine's clock",
  ViewsNotLoaded:
    'a gateway answers Prometheus only when it reaches the bus, and loads its views at once then',
  ResultOverdue: 'a market that expired three days ago',
  SourceContradiction: 'a source that signs two values: dev/e2e/test/sources.spec.ts has one',
  DisputeOverdue: 'a dispute of three days',
  StreamsUnread: 'a hundred megabytes of events',
};
