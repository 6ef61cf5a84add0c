/**
 * The permissions of each identity in nats-server: subjects to publish and to subscribe. Everything else is refused.
 */
import { inboxPrefixOf } from '../connection/inbox';
import { isAcrossBorder, readingSubjects } from './accounts';
import { IDENTITIES, rightsOf } from './rights';
import type { Identity, Rights } from './rights';

export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * No identity may delete, change or list streams, and only `restore` may purge one. docs/adr/0024 describes the
 * messages that the server itself can be made to send.
 *
 * @param shards those it serves; one each in a larger exchange
 */
export function permissionsOf(identity: Identity, shards: readonly number[]): Permissions {
  const publish = new Set<string>();
  const subscribe = new Set([`${inboxPrefixOf(identity)}.>`]);
  for (const shard of shards) {
    const rights = rightsOf(identity, shard);
    const { asks = [], answers = [], publishes = [], subscribes = [] } = rights;
    for (const subject of [...asks, ...publishes]) publish.add(subject);
    for (const subject of streamSubjects(identity, rights)) publish.add(subject);
    for (const asker of askersOf(answers, shard)) publish.add(`${inboxPrefixOf(asker)}.>`);
    for (const subject of [...answers, ...subscribes]) subscribe.add(subject);
  }
  return { publish: [...publish].toSorted(), subscribe: [...subscribe].toSorted() };
}

/**
 * The identities whose inboxes an answer may go to. The server could also allow an answer to any reply subject
 * (`allow_responses`), but then every caller decides on what subject a process publishes next.
 */
const askersOf = (answers: readonly string[], shard: number): Identity[] =>
  IDENTITIES.filter((asker) =>
    rightsOf(asker, shard).asks?.some((asked) =>
      answers.some((answered) => isWithin(asked, answered)),
    ),
  );

/** Whether every subject that `part` stands for is one of `whole`; only a last `*` is known here. */
const isWithin = (part: string, whole: string): boolean =>
  part === whole || (whole.endsWith('.*') && part.startsWith(whole.slice(0, -1)));

function streamSubjects(
  identity: Identity,
  { writes = [], reads = [], purges = [], follows = [] }: Rights,
): string[] {
  return [
    ...writes.flatMap(({ stream, subjects }) => [
      ...subjects,
      `$JS.API.STREAM.INFO.${stream}`,
      `$JS.API.STREAM.CREATE.${stream}`,
    ]),
    ...reads.flatMap((stream) => readingSubjects(stream)),
    // The subjects that these are mapped to: the server checks the permission for those.
    ...(isAcrossBorder(identity) ? reads : []).flatMap((stream) => readingSubjects(stream, true)),
    ...purges.map((stream) => `$JS.API.STREAM.PURGE.${stream}`),
    ...follows.flatMap((stream) => [
      // Without a name the server chooses one that nobody guesses, for a consumer that ends with its reader.
      `$JS.API.CONSUMER.CREATE.${stream}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
      // After a lost connection the client asks whether its consumer still exists, until it gets an answer.
      `$JS.API.CONSUMER.INFO.${stream}.*`,
    ]),
  ];
}
