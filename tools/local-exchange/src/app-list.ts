import type { NetworkDescription } from '@bellwether/local-chain';
import type { App } from './apps';
import { sha256Hex } from './secrets';
import type { Secrets } from './secrets';

export interface AppSurroundings {
  readonly network: 'test';
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  readonly ports: { readonly gateway: number; readonly signer: number };
  /** What all that move money are told of the chains. */
  readonly chainsFile: string;
  readonly keyFiles: NonNullable<NetworkDescription['keyFiles']>;
}

export interface AppList {
  /** First: the others ask it. */
  readonly engine: App;
  readonly others: readonly App[];
}

/** Each app with the environment it would have anywhere; keys of the chains come as files, as a mounted secret would. */
export function appsOf(surroundings: AppSurroundings): AppList {
  const { network, natsUrl, databaseUrl, secrets, ports, chainsFile, keyFiles } = surroundings;
  const bus = { NATS_URL: natsUrl, NATS_TOKEN: secrets.natsToken };
  const database = { DATABASE_URL: databaseUrl };
  const exchange = { ...bus, ...database, NETWORK: network };
  const funding = { ...exchange, CHAINS_FILE: chainsFile };
  const engine: App = { name: 'matching-engine', environment: { ...bus, NETWORK: network } };
  const others: readonly App[] = [
    { name: 'projector', environment: exchange },
    {
      name: 'signer',
      publicPort: ports.signer,
      environment: {
        ...exchange,
        FUNDING: 'on',
        DELEGATED_KEY_MASTER: secrets.delegatedKeyMaster,
        HMAC_MASTER: secrets.hmacMaster,
        API_KEY_PEPPER: secrets.apiKeyPepper,
      },
    },
    {
      name: 'gateway',
      publicPort: ports.gateway,
      environment: { ...exchange, FUNDING: 'on', ADMIN_KEY_HASH: sha256Hex(secrets.adminKey) },
    },
    {
      name: 'deposit-listener',
      environment: {
        ...funding,
        DEPOSIT_KEY_MASTER: secrets.depositKeyMaster,
        LISTENER_KEY_FILE: keyFiles.registrar,
        TREASURY_KEY_FILE: keyFiles.treasury,
      },
    },
    {
      name: 'bridge-relayer',
      environment: { ...funding, RELAYER_KEY_FILE: keyFiles.relayer },
    },
    {
      name: 'withdraw-worker',
      environment: { ...funding, OPERATOR_KEY_FILE: keyFiles.operator },
    },
  ];
  return { engine, others };
}
