/** A real nats-server that lets in the identities of an exchange, and connections to it as any of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { PermissionViolationError, connect, nkeyAuthenticator } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectBus } from '../src/connection/connect-bus';
import { inboxPrefixOf } from '../src/connection/inbox';
import type { Bus } from '../src/connection/bus';
import { makeNkey } from '../src/connection/nkey';
import { accountOf } from '../src/permissions/accounts';
import type { Account } from '../src/permissions/accounts';
import { natsAccounts } from '../src/permissions/nats-accounts';
import type { NatsAccounts } from '../src/permissions/nats-accounts';
import { IDENTITIES } from '../src/permissions/rights';
import type { Identity } from '../src/permissions/rights';
import type { Log } from '../src/connection/log';
import { silent } from './nats-under-test';

/** The server itself waits two seconds for who it is. */
const DIAL_MS = 4_000;
const TIMEOUT_MS = 120_000;

export type Direction = 'publish' | 'subscribe';

export class NatsWithPermissions {
  private readonly closers: (() => Promise<void>)[] = [];

  private constructor(
    private readonly dataDir: string,
    private server: NatsServer,
    private readonly accounts: NatsAccounts,
    private readonly seeds: ReadonlyMap<Identity, string>,
    private readonly outsiderSeed: string,
  ) {}

  /** @param outsider an account that somebody more is a user of, who may do there whatever the account can */
  static async start({ outsider }: { outsider?: Account } = {}): Promise<NatsWithPermissions> {
    const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-permissions-'));
    const nkeys = new Map(IDENTITIES.map((identity) => [identity, makeNkey()]));
    const made = natsAccounts((identity) => [nkeys.get(identity)?.publicKey ?? '']);
    const { publicKey: nkey, seed: outsiderSeed } = makeNkey();
    const accounts = { ...made };
    if (outsider !== undefined) {
      const all = { allow: ['>'] };
      const user = { nkey, permissions: { publish: all, subscribe: all } };
      accounts[outsider] = { ...made[outsider], users: [...made[outsider].users, user] };
    }
    const server = await startNatsServer({ dataDir, accounts });
    const seeds = new Map([...nkeys].map(([identity, { seed }]) => [identity, seed]));
    return new NatsWithPermissions(dataDir, server, accounts, seeds, outsiderSeed);
  }

  get url(): string {
    return this.server.url;
  }

  /** As the apps connect. */
  async bus(identity: Identity, log: Log = silent): Promise<Bus> {
    const nkeySeed = this.seeds.get(identity);
    const bus = await connectBus({ servers: this.url, name: identity, nkeySeed, log });
    this.closers.push(() => bus.close());
    return bus;
  }

  /** As somebody who has an app's seed and uses it for whatever they like. */
  connection(identity: Identity): Promise<NatsConnection> {
    return this.connected(inboxPrefixOf(identity), this.seeds.get(identity));
  }

  outsider(): Promise<NatsConnection> {
    return this.connected('_INBOX', this.outsiderSeed);
  }

  private async connected(inboxPrefix: string, seed?: string): Promise<NatsConnection> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const connection = await this.dial(inboxPrefix, new TextEncoder().encode(seed), timeout);
    this.closers.push(() => connection.close());
    return connection;
  }

  /** Again where a busy machine was too slow for the server, which hangs up then: the client waits in vain. */
  private async dial(
    inboxPrefix: string,
    seed: Uint8Array,
    timeout: AbortSignal,
  ): Promise<NatsConnection> {
    for (;;) {
      try {
        return await connect({
          servers: this.url,
          inboxPrefix,
          authenticator: nkeyAuthenticator(seed),
          timeout: DIAL_MS,
        });
      } catch (error) {
        if (timeout.aborted) throw error;
      }
    }
  }

  /** Those of `subjects` that the server does not refuse to the identity. */
  async granted(
    identity: Identity,
    direction: Direction,
    subjects: readonly string[],
  ): Promise<string[]> {
    const connection = await this.connection(identity);
    const mappings = Object.entries(this.accounts[accountOf(identity)].mappings ?? {});
    const refused = new Set<string>();
    const watching = (async () => {
      for await (const status of connection.status()) {
        if (status.type !== 'error') continue;
        const { error } = status;
        if (!(error instanceof PermissionViolationError)) throw error;
        if (error.operation !== 'publish') continue;
        refused.add(error.subject);
        // The server asks for the permission of what it has mapped a subject to, and names that.
        for (const [subject, to] of mappings) if (to === error.subject) refused.add(subject);
      }
    })();
    for (const subject of subjects) {
      if (direction === 'publish') connection.publish(subject);
      else
        connection.subscribe(subject, {
          callback: (error) => void (error && refused.add(subject)),
        });
    }
    await connection.flush();
    await connection.close();
    await watching;
    return subjects.filter((subject) => !refused.has(subject));
  }

  /** Dies, and comes back on the same data and port. */
  async crash(): Promise<void> {
    const { dataDir, accounts } = this;
    const { port } = this.server;
    this.server.kill('SIGKILL');
    await this.server.exited;
    this.server = await startNatsServer({ dataDir, port, accounts });
  }

  async stop(): Promise<void> {
    await Promise.all(this.closers.map((close) => close()));
    await this.server.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
