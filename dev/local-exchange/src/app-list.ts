import { join } from 'node:path';
import type { Identity } from '@bellwether/bus';
import type { NetworkDescription } from '@bellwether/local-chain';
import type { DatabaseRole } from '@bellwether/persistence';
import type { App } from './apps';
import { sha256Hex } from './secrets';
import type { Secrets } from './secrets';

export interface EngineEnvironment {
  readonly network: 'test';
  readonly natsUrl: string;
  readonly natsMonitorUrl: string;
  /** With the store of nats-server. */
  readonly natsFolder: string;
  readonly secrets: Secrets;
  readonly hasRateLimits: boolean;
  /** A folder for each engine's own below it. */
  readonly snapshotsFolder: string;
  /** null: as the engine comes. */
  readonly snapshotCommands: number | null;
  readonly hasStandby: boolean;
  /** Where the journal is archived; null: nowhere. */
  readonly archiveFolder: string | null;
}

export interface AppEnvironment extends EngineEnvironment {
  /** Of the same database, each as a role of its own. */
  readonly databaseUrls: Readonly<Record<DatabaseRole, string>>;
  readonly ports: { readonly gateway: number; readonly signer: number; readonly console: number };
  /** The chains' settings of all apps that move money. */
  readonly chainsFile: string;
  /** How long what crosses the bridge waits for others. */
  readonly shareWaitSeconds: number;
  readonly keyFiles: NonNullable<NetworkDescription['keyFiles']>;
}

export interface EngineList {
  readonly engine: App;
  /** Beside the engine: a second one, an archiver. */
  readonly besides: readonly App[];
}

export interface AppList extends EngineList {
  readonly others: readonly App[];
}

/** Known to the bus and to PostgreSQL. */
type Client = Identity & DatabaseRole;

const busOf =
  ({ network, natsUrl, secrets }: EngineEnvironment) =>
  (identity: Identity) => ({
    NATS_URL: natsUrl,
    NATS_NKEY_SEED: secrets[`nats.${identity}`],
    NETWORK: network,
  });

/** The writes of one machine's trade in hours: less than the engine's default, so that a gigabyte is enough to try. */
const RESERVE_BYTES = 2 ** 28;
/** The engine's tables in huge pages, as in production (docs/adr/0076-tables-in-huge-pages.md). */
const HUGE_PAGES = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };
/** Measurements need more connections than one address may have. */
const NO_STREAM_LIMITS = {
  STREAM_CONNECTIONS: '16384',
  STREAM_CONNECTIONS_OF_ADDRESS: '16384',
};
/** Measurements and floods withdraw without a limit too. */
const NO_WITHDRAWAL_LIMITS = { OPEN_WITHDRAWALS: '10000', DAILY_WITHDRAWALS: '60000' };

const limitsOf = ({ hasRateLimits }: EngineEnvironment) => ({
  RATE_LIMITS: hasRateLimits ? 'on' : 'off',
});

/** Apps that need the bus alone, and so start before there is a database. */
export function enginesOf(surroundings: EngineEnvironment): EngineList {
  const bus = busOf(surroundings);
  const engineNamed = (name: string): App => ({
    name,
    bundle: 'matching-engine',
    environment: {
      ...bus('matching-engine'),
      ...HUGE_PAGES,
      NATS_JOURNAL_NKEY_SEED: surroundings.secrets['nats.matching-engine-journal'],
      ...limitsOf(surroundings),
      ...(surroundings.hasRateLimits ? {} : NO_WITHDRAWAL_LIMITS),
      NATS_MONITOR_URL: surroundings.natsMonitorUrl,
      JOURNAL_DIR: surroundings.natsFolder,
      JOURNAL_RESERVE_BYTES: String(RESERVE_BYTES),
      SNAPSHOT_DIR: join(surroundings.snapshotsFolder, name),
      ...(surroundings.snapshotCommands === null
        ? {}
        : { SNAPSHOT_COMMANDS: String(surroundings.snapshotCommands) }),
    },
  });
  return {
    engine: engineNamed('matching-engine'),
    besides: besidesOf(surroundings, engineNamed, bus('journal-archiver')),
  };
}

/** Each app with the environment it would have anywhere; keys of the chains come as files, as a mounted secret would. */
export function appsOf(surroundings: AppEnvironment): AppList {
  const { databaseUrls, secrets, ports, chainsFile, keyFiles } = surroundings;
  const bus = busOf(surroundings);
  const exchange = (identity: Client) => ({
    ...bus(identity),
    DATABASE_URL: databaseUrls[identity],
  });
  const funding = (identity: Client) => ({ ...exchange(identity), CHAINS_FILE: chainsFile });
  const limits = limitsOf(surroundings);
  const operators = { ...exchange('gateway-admin'), ...limits, ...operatorsOf(secrets) };
  const others: readonly App[] = [
    { name: 'projector', environment: exchange('projector') },
    {
      name: 'signer',
      publicPort: ports.signer,
      environment: {
        ...exchange('signer'),
        ...limits,
        FUNDING: 'on',
        DELEGATED_KEY_MASTER: secrets.delegatedKeyMaster,
        HMAC_MASTER: secrets.hmacMaster,
        API_KEY_PEPPER: secrets.apiKeyPepper,
      },
    },
    {
      name: 'gateway',
      publicPort: ports.gateway,
      environment: {
        // On a test network operators' programs may call it too; their console is elsewhere.
        ...operators,
        ...(surroundings.hasRateLimits ? {} : NO_STREAM_LIMITS),
        PAGES: 'development',
        SIGNER_URL: `http://127.0.0.1:${ports.signer}`,
      },
    },
    {
      name: 'gateway-admin',
      bundle: 'gateway',
      publicPort: ports.console,
      environment: { ...operators, PAGES: 'console' },
    },
    {
      name: 'deposit-listener',
      environment: {
        ...funding('deposit-listener'),
        DEPOSIT_KEY_MASTER: secrets.depositKeyMaster,
        LISTENER_KEY_FILE: keyFiles.registrar,
        TREASURY_KEY_FILE: keyFiles.treasury,
        SHARE_WAIT_SECONDS: String(surroundings.shareWaitSeconds),
        // Trials and examples take what they need of it.
        FAUCET_DAY_USDC: '1000000',
        FAUCET_DAY_NATIVE: '1000000',
      },
    },
    {
      name: 'bridge-relayer',
      environment: {
        ...funding('bridge-relayer'),
        RELAYER_KEY_FILE: keyFiles.relayer,
      },
    },
    {
      name: 'withdraw-worker',
      environment: {
        ...funding('withdraw-worker'),
        OPERATOR_KEY_FILE: keyFiles.operator,
        SHARE_WAIT_SECONDS: String(surroundings.shareWaitSeconds),
      },
    },
  ];
  return { ...enginesOf(surroundings), others };
}

const operatorsOf = (secrets: Secrets) => ({
  FUNDING: 'on',
  ADMIN_KEY_HASH: sha256Hex(secrets.adminKey),
  OPERATOR_KEY_PEPPER: secrets.operatorKeyPepper,
});

function besidesOf(
  { hasStandby, archiveFolder }: EngineEnvironment,
  engineNamed: (name: string) => App,
  archiverBus: App['environment'],
): App[] {
  const standby = hasStandby ? [engineNamed('matching-engine-standby')] : [];
  if (archiveFolder === null) return standby;
  const archiver = {
    name: 'journal-archiver',
    environment: {
      ...archiverBus,
      ARCHIVE_DIR: archiveFolder,
    },
  };
  return [...standby, archiver];
}
