import { createHash, randomBytes } from 'node:crypto';
import { readJson, writePrivateJson } from './private-file';

const SECRET_BYTES = 32;

/** What only this exchange knows; made at its first start and kept, as users' keys follow from it. */
export interface Secrets {
  readonly natsToken: string;
  readonly adminKey: string;
  /** Base64 of 32 bytes each: one master a purpose. */
  readonly delegatedKeyMaster: string;
  readonly hmacMaster: string;
  readonly apiKeyPepper: string;
  /** Hex of 32 bytes: users' deposit addresses follow from it. */
  readonly depositKeyMaster: string;
}

const MAKERS: Readonly<Record<keyof Secrets, () => string>> = {
  natsToken: () => randomBytes(SECRET_BYTES).toString('hex'),
  adminKey: () => `bw_admin_${randomBytes(SECRET_BYTES).toString('hex')}`,
  delegatedKeyMaster: () => randomBytes(SECRET_BYTES).toString('base64'),
  hmacMaster: () => randomBytes(SECRET_BYTES).toString('base64'),
  apiKeyPepper: () => randomBytes(SECRET_BYTES).toString('base64'),
  depositKeyMaster: () => randomBytes(SECRET_BYTES).toString('hex'),
};

/**
 * Reads the secrets, or makes them where there is no file.
 * @throws Error when the file is not what this wrote: new secrets beside old data would lock every user out
 */
export function loadSecrets(file: string): Secrets {
  const content = readJson(file);
  if (content === null) {
    const made = Object.fromEntries(Object.entries(MAKERS).map(([name, make]) => [name, make()]));
    writePrivateJson(file, made);
    return loadSecrets(file);
  }
  if (!isSecrets(content))
    throw new Error(
      `${file} is damaged or of an earlier version: restore it, or begin with another --data`,
    );
  return content;
}

function isSecrets(value: unknown): value is Secrets {
  if (typeof value !== 'object' || value === null) return false;
  const secrets: Partial<Record<string, unknown>> = { ...value };
  return Object.keys(MAKERS).every((name) => typeof secrets[name] === 'string');
}

/** What the gateway keeps of the admin key. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
