import { subjectsOf } from '../subjects';
import { ACCOUNTS, accountOf, isAcrossBorder, readingSubjects } from './accounts';
import type { Account } from './accounts';
import { permissionsOf } from './permissions-of';
import { IDENTITIES, rightsOf } from './rights';
import type { Identity } from './rights';

type Permission = { readonly allow: readonly string[] } | { readonly deny: readonly ['>'] };

interface User {
  readonly nkey: string;
  readonly permissions: { readonly publish: Permission; readonly subscribe: Permission };
}

type Origin = { readonly account: Account; readonly subject: string };
type Import = { readonly service: Origin; readonly to: string } | { readonly stream: Origin };
type Export = { readonly accounts: readonly Account[] } & (
  | { readonly service: string }
  | { readonly stream: string }
);

export interface NatsAccount {
  readonly jetstream?: 'enabled';
  readonly users: readonly User[];
  readonly exports?: readonly Export[];
  readonly imports?: readonly Import[];
  readonly mappings?: Readonly<Record<string, string>>;
}

/** The value of `accounts` in the configuration of nats-server, which takes JSON as it is. */
export type NatsAccounts = Readonly<Record<Account, NatsAccount>>;

/**
 * Lets in those who hold the seeds of these keys, each with the permissions of its identity, and nobody else.
 *
 * A reader in another account than `JOURNAL` uses the usual subjects of the API. Each account has an API under these
 * names, so the server maps them to others, and those are imported.
 *
 * @param publicKeysOf public nkeys; several while one is replaced by another
 * @param shards default: the one shard of an exchange on one engine
 */
export function natsAccounts(
  publicKeysOf: (identity: Identity) => readonly string[],
  shards: readonly number[] = [0],
): NatsAccounts {
  const users = (account: Account): User[] =>
    IDENTITIES.filter((identity) => accountOf(identity) === account).flatMap((identity) => {
      const { publish, subscribe } = permissionsOf(identity, shards);
      const permissions = { publish: only(publish), subscribe: only(subscribe) };
      return publicKeysOf(identity).map((nkey) => ({ nkey, permissions }));
    });
  const reader = (account: Account): NatsAccount => ({
    users: users(account),
    ...acrossBorder(account, shards),
  });
  return {
    EXCHANGE: reader('EXCHANGE'),
    JOURNAL: { jetstream: 'enabled', users: users('JOURNAL'), exports: exportsOf(shards) },
    JOURNAL_READERS: reader('JOURNAL_READERS'),
  };
}

/** An empty list of allowed subjects means everything to nats-server. */
const only = (allow: readonly string[]): Permission =>
  allow.length === 0 ? { deny: ['>'] } : { allow };

function acrossBorder(
  account: Account,
  shards: readonly number[],
): Pick<NatsAccount, 'imports' | 'mappings'> {
  const mappings: Record<string, string> = {};
  const imports: Import[] = [];
  for (const stream of streamsAcross(account, shards)) {
    const here = readingSubjects(stream, true);
    for (const [at, subject] of readingSubjects(stream).entries()) {
      mappings[subject] = here[at]!;
      imports.push({ service: { account: 'JOURNAL', subject }, to: here[at]! });
    }
  }
  for (const subject of liveSubjectsAcross(account, shards)) {
    imports.push({ stream: { account: 'JOURNAL', subject } });
  }
  return { imports, mappings };
}

function exportsOf(shards: readonly number[]): Export[] {
  const importers = ACCOUNTS.filter((account) => account !== 'JOURNAL');
  return importers.flatMap((account) => {
    const accounts = [account];
    return [
      ...streamsAcross(account, shards)
        .flatMap((stream) => readingSubjects(stream))
        .map((service) => ({ service, accounts })),
      ...liveSubjectsAcross(account, shards).map((stream) => ({ stream, accounts })),
    ];
  });
}

const streamsAcross = (account: Account, shards: readonly number[]): string[] =>
  distinct(account, shards, (identity, shard) =>
    isAcrossBorder(identity) ? [...(rightsOf(identity, shard).reads ?? [])] : [],
  );

/** Appends to those streams, and the server's notices. Nobody publishes there from outside. */
const liveSubjectsAcross = (account: Account, shards: readonly number[]): string[] =>
  distinct(account, shards, (identity, shard) => {
    const { events, storedEvents } = subjectsOf(shard);
    const { subscribes = [] } = rightsOf(identity, shard);
    return subscribes.filter((subject) => subject === events || subject === storedEvents);
  });

const distinct = (
  account: Account,
  shards: readonly number[],
  list: (identity: Identity, shard: number) => string[],
): string[] => {
  const identities = IDENTITIES.filter((identity) => accountOf(identity) === account);
  const all = shards.flatMap((shard) => identities.flatMap((identity) => list(identity, shard)));
  return [...new Set(all)];
};
