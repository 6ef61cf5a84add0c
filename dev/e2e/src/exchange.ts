import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountSessions, AdminClient, BuilderClient, PublicClient } from '@bellwether/client';
import type { BuilderClientOptions } from '@bellwether/client';
import { z } from 'zod';
import { Builder } from './builder';
import { answered, holdToDocument, http } from './http';
import type { HttpAnswer } from './http';
import { accountOf, openAsOwner } from './known-owners';

const address = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
const exchangeFile = z.object({
  gateway_url: z.url(),
  signer_url: z.url(),
  console_url: z.url(),
  admin_key: z.string(),
  api_key: z.string(),
  secret: z.base64(),
  builder_id: z.string(),
  ext_rpc_url: z.url(),
  main_rpc_url: z.url(),
  usdc_ext: address,
  usdc_main: address,
  network: z.literal('test'),
});
export type ExchangeFile = z.infer<typeof exchangeFile>;

/** A running exchange, as any program finds it: by `exchange.json` in its data folder. */
export class Exchange {
  readonly dataDir: string;
  readonly file: ExchangeFile;
  /** As users and operators ask; `get`, `post` and `admin` are for what they would not send. */
  readonly gateway: PublicClient;
  readonly operator: AdminClient;
  /** Of every wallet and builder of this process. */
  readonly sessions: AccountSessions;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    const text = readFileSync(join(dataDir, 'exchange.json'), 'utf8');
    this.file = exchangeFile.parse(JSON.parse(text));
    const { gateway_url: gatewayUrl, signer_url: signerUrl, admin_key: adminKey } = this.file;
    holdToDocument(gatewayUrl, 'gateway');
    holdToDocument(signerUrl, 'signer');
    this.sessions = new AccountSessions((user) => openAsOwner(user, gatewayUrl));
    this.gateway = new PublicClient({
      url: gatewayUrl,
      fetch: async (url, init) => {
        const headers = await this.ownerHeaders(
          typeof url === 'string' ? url.slice(gatewayUrl.length) : '',
        );
        return fetch(url, { ...init, headers: { ...Object(init?.headers), ...headers } });
      },
    });
    new Builder(signerUrl, this.file);
    this.operator = new AdminClient({ gatewayUrl, adminKey });
  }

  /** A builder of this exchange; by default the one that every local exchange has. */
  builder(
    { api_key: apiKey, secret }: { readonly api_key: string; readonly secret: string } = this.file,
    options: Pick<BuilderClientOptions, 'fetch' | 'retry'> = {},
  ): BuilderClient {
    const { gateway_url: gatewayUrl, signer_url: signerUrl } = this.file;
    return new BuilderClient({ gatewayUrl, signerUrl, apiKey, secret, ...options });
  }

  /** As the owner, where the path is an owner's to read. */
  async get(path: string): Promise<HttpAnswer> {
    const headers = await this.ownerHeaders(path);
    return answered(() => http(`${this.file.gateway_url}${path}`, { headers }));
  }

  /** A session where its key is in this process; else an operator's key, which reads every account. */
  async ownerHeaders(path: string): Promise<Readonly<Record<string, string>>> {
    const account = accountOf(path);
    if (account === undefined) return {};
    const token = await this.sessions.tokenOf(account).catch(() => null);
    return token === null
      ? { 'X-Admin-Key': this.file.admin_key }
      : { Authorization: `Bearer ${token}` };
  }

  post(path: string, body: unknown): Promise<HttpAnswer> {
    const text = JSON.stringify(body);
    return answered(() => http(`${this.file.gateway_url}${path}`, { method: 'POST', text }));
  }

  admin(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<HttpAnswer> {
    const headers = { 'X-Admin-Key': this.file.admin_key };
    const text = body === undefined ? undefined : JSON.stringify(body);
    return answered(() => http(`${this.file.gateway_url}${path}`, { method, headers, text }));
  }
}

/** The exchange that the suite started. @param variable that its global setup has set */
export function suiteExchange(variable = 'BELLWETHER_E2E_DATA'): Exchange {
  const dataDir = process.env[variable];
  if (dataDir === undefined) throw new Error('no exchange runs: the global setup starts it');
  return new Exchange(dataDir);
}
