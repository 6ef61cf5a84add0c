import { readJson, writePrivateJson } from './private-file';

/** The credentials of the builder that every local exchange has. */
export interface BuilderCredentials {
  readonly builder_id: string;
  readonly api_key: string;
  /** Base64; the key of the request signature. */
  readonly secret: string;
}

/** `DATA/exchange.json`: all that a program needs to use this exchange. */
export interface ExchangeFile extends BuilderCredentials {
  readonly gateway_url: string;
  readonly signer_url: string;
  readonly console_url: string;
  readonly admin_key: string;
  readonly ext_rpc_url: string;
  readonly main_rpc_url: string;
  /** Mints, in base58. */
  readonly usdc_ext: string;
  readonly usdc_main: string;
  readonly network: 'test';
}

export function writeExchangeFile(file: string, content: ExchangeFile): void {
  writePrivateJson(file, content);
}

const FIELDS: readonly (keyof ExchangeFile)[] = [
  'builder_id',
  'api_key',
  'secret',
  'gateway_url',
  'signer_url',
  'console_url',
  'admin_key',
  'ext_rpc_url',
  'main_rpc_url',
  'usdc_ext',
  'usdc_main',
  'network',
];

/** How a program finds a running exchange. @throws Error where the file is not there or not whole */
export function readExchangeFile(file: string): ExchangeFile {
  const content = readJson(file);
  if (isExchangeFile(content)) return content;
  throw new Error(`${file} does not describe an exchange`);
}

const isExchangeFile = (content: unknown): content is ExchangeFile =>
  typeof content === 'object' &&
  content !== null &&
  FIELDS.every((name) => typeof Reflect.get(content, name) === 'string');

/** The builder of an earlier start, or null. */
export function readBuilderCredentials(file: string): BuilderCredentials | null {
  const content = readJson(file);
  if (typeof content !== 'object' || content === null) return null;
  const fields: Partial<Record<keyof BuilderCredentials, unknown>> = content;
  const { builder_id, api_key, secret } = fields;
  const isComplete =
    typeof builder_id === 'string' && typeof api_key === 'string' && typeof secret === 'string';
  return isComplete ? { builder_id, api_key, secret } : null;
}
