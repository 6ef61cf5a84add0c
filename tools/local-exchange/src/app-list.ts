import { join } from 'node:path';
import type { Identity } from '@bellwether/bus';
import type { NetworkDescription } from '@bellwether/local-chain';
import type { DatabaseRole } from '@bellwether/persistence';
import type { App } from './apps';
import { BACKGROUND_NICENESS } from './background';
import { sha256Hex } from './secrets';
import type { Secrets } from './secrets';

export interface AppSurroundings {
  readonly network: 'test';
  readonly natsUrl: string;
  /** Of the same database, each as a role of its own. */
  readonly databaseUrls: Readonly<Record<DatabaseRole, string>>;
  readonly secrets: Secrets;
  readonly ports: { readonly gateway: number; readonly signer: number };
  /** What all that move money are told of the chains. */
  readonly chainsFile: string;
  readonly keyFiles: NonNullable<NetworkDescription['keyFiles']>;
  readonly hasRateLimits: boolean;
  /** A folder for each engine's own below it. */
  readonly snapshotsFolder: string;
  readonly hasStandby: boolean;
  /** Where the journal is archived; null: nowhere. */
  readonly archiveFolder: string | null;
}

export interface AppList {
  /** First: the others ask it. */
  readonly engine: App;
  /** What stands beside the engine: a second one, an archiver. */
  readonly besides: readonly App[];
  readonly others: readonly App[];
}

/** Known to the bus and to PostgreSQL. */
type Client = Identity & DatabaseRole;

/** Each app with the environment it would have anywhere; keys of the chains come as files, as a mounted secret would. */
export function appsOf(surroundings: AppSurroundings): AppList {
  const { network, natsUrl, databaseUrls, secrets, ports, chainsFile, keyFiles } = surroundings;
  const bus = (identity: Identity) => ({
    NATS_URL: natsUrl,
    NATS_NKEY_SEED: secrets[`nats.${identity}`],
    NETWORK: network,
  });
  const exchange = (identity: Client) => ({
    ...bus(identity),
    DATABASE_URL: databaseUrls[identity],
  });
  const funding = (identity: Client) => ({ ...exchange(identity), CHAINS_FILE: chainsFile });
  const limits = { RATE_LIMITS: surroundings.hasRateLimits ? 'on' : 'off' };
  const engineNamed = (name: string): App => ({
    name,
    bundle: 'matching-engine',
    environment: {
      ...bus('matching-engine'),
      NATS_JOURNAL_NKEY_SEED: secrets['nats.matching-engine-journal'],
      ...limits,
      SNAPSHOT_DIR: join(surroundings.snapshotsFolder, name),
    },
  });
  const engine = engineNamed('matching-engine');
  const besides = besidesOf(surroundings, engineNamed, bus('journal-archiver'));
  const others: readonly App[] = [
    inBackground('projector', exchange('projector')),
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
        ...exchange('gateway-admin'),
        ...limits,
        FUNDING: 'on',
        ADMIN_KEY_HASH: sha256Hex(secrets.adminKey),
      },
    },
    inBackground('deposit-listener', {
      ...funding('deposit-listener'),
      DEPOSIT_KEY_MASTER: secrets.depositKeyMaster,
      LISTENER_KEY_FILE: keyFiles.registrar,
      TREASURY_KEY_FILE: keyFiles.treasury,
    }),
    inBackground('bridge-relayer', {
      ...funding('bridge-relayer'),
      RELAYER_KEY_FILE: keyFiles.relayer,
    }),
    inBackground('withdraw-worker', {
      ...funding('withdraw-worker'),
      OPERATOR_KEY_FILE: keyFiles.operator,
    }),
  ];
  return { engine, besides, others };
}

const inBackground = (name: string, environment: App['environment']): App => ({
  name,
  environment,
  niceness: BACKGROUND_NICENESS,
});

function besidesOf(
  { hasStandby, archiveFolder }: AppSurroundings,
  engineNamed: (name: string) => App,
  archiverBus: App['environment'],
): App[] {
  const standby = hasStandby ? [engineNamed('matching-engine-standby')] : [];
  if (archiveFolder === null) return standby;
  const archiver = inBackground('journal-archiver', {
    ...archiverBus,
    ARCHIVE_DIR: archiveFolder,
  });
  return [...standby, archiver];
}
