import { createHash, randomBytes } from 'node:crypto';
import { IDENTITIES, makeNkey } from '@bellwether/bus';
import type { Identity } from '@bellwether/bus';
import { DATABASE_ROLES } from '@bellwether/persistence';
import type { DatabaseRole } from '@bellwether/persistence';
import { readJson, writePrivateJson } from './private-file';

const SECRET_BYTES = 32;

/** Made at the first start and stored, as users' keys follow from it. */
interface LastingSecrets {
  readonly adminKey: string;
  /** Base64 of 32 bytes each: one master a purpose. */
  readonly delegatedKeyMaster: string;
  readonly hmacMaster: string;
  readonly apiKeyPepper: string;
  /** Hex of 32 bytes: users' deposit addresses follow from it. */
  readonly depositKeyMaster: string;
}

/** Made anew where it is missing: then operators are added anew. */
interface OperatorSecrets {
  /** Base64 of 32 bytes. */
  readonly operatorKeyPepper: string;
}

/** Seeds by which the apps are known to nats-server. Nothing follows from them: what is missing is made anew. */
type NatsSeeds = { readonly [K in `nats.${Identity}`]: string };

/** By which the apps are known to PostgreSQL. As the seeds: each start gives them to the roles anew. */
type DatabasePasswords = { readonly [K in `database.${DatabaseRole}`]: string };

/** Secrets of this exchange. */
export type Secrets = LastingSecrets & OperatorSecrets & NatsSeeds & DatabasePasswords;

const MAKERS: Readonly<Record<keyof LastingSecrets, () => string>> = {
  adminKey: () => `bw_admin_${randomBytes(SECRET_BYTES).toString('hex')}`,
  delegatedKeyMaster: () => randomBytes(SECRET_BYTES).toString('base64'),
  hmacMaster: () => randomBytes(SECRET_BYTES).toString('base64'),
  apiKeyPepper: () => randomBytes(SECRET_BYTES).toString('base64'),
  depositKeyMaster: () => randomBytes(SECRET_BYTES).toString('hex'),
};

/**
 * Reads the secrets, or makes them where there is no file. One of a start before there were seeds, or passwords,
 * gets them.
 * @throws Error when the file is not what this wrote: new secrets beside old data would lock every user out
 */
export function loadSecrets(file: string): Secrets {
  const content = readJson(file);
  const known: Partial<Record<string, unknown>> = { ...Object(content) };
  const lasting = Object.entries(MAKERS).map(([name, make]) => {
    const value = content === null ? make() : known[name];
    if (typeof value === 'string') return [name, value] as const;
    throw new Error(
      `${file} is damaged or of an earlier version: restore it, or begin with another --data`,
    );
  });
  const seeds = IDENTITIES.map((identity) => {
    const value = known[`nats.${identity}`];
    return [`nats.${identity}`, typeof value === 'string' ? value : makeNkey().seed] as const;
  });
  const passwords = DATABASE_ROLES.map((role) => {
    const value = known[`database.${role}`];
    const password = typeof value === 'string' ? value : randomBytes(SECRET_BYTES).toString('hex');
    return [`database.${role}`, password] as const;
  });
  const pepper = known['operatorKeyPepper'];
  const operatorKeyPepper =
    typeof pepper === 'string' ? pepper : randomBytes(SECRET_BYTES).toString('base64');
  const secrets: Readonly<Record<string, string>> = Object.fromEntries([
    ...lasting,
    ['operatorKeyPepper', operatorKeyPepper] as const,
    ...seeds,
    ...passwords,
  ]);
  if (!isSecrets(secrets)) throw new Error(`${file}: not every secret was made`);
  const isKept = Object.entries(secrets).every(([name, value]) => known[name] === value);
  if (!isKept) writePrivateJson(file, secrets);
  return secrets;
}

const NAMES = [
  ...Object.keys(MAKERS),
  'operatorKeyPepper',
  ...IDENTITIES.map((identity) => `nats.${identity}`),
  ...DATABASE_ROLES.map((role) => `database.${role}`),
];

const isSecrets = (
  secrets: Readonly<Record<string, string>>,
): secrets is Secrets & Readonly<Record<string, string>> =>
  NAMES.every((name) => typeof secrets[name] === 'string');

/** The gateway's hash of the admin key. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
