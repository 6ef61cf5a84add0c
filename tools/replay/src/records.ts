/** Sources of a journal's records, verified while they are read. */
import {
  JOURNAL_START,
  Journal,
  assertFollows,
  connectBus,
  decodeRecord,
  positionAfter,
} from '@bellwether/bus';
import type { JournalPosition, JournalRecord, Log } from '@bellwether/bus';
import type { Network } from '@bellwether/exchange';
import { ArchiveFolder } from '@bellwether/journal-files';

export interface RecordSource {
  readonly network: Network;
  readonly shard: number;
  /** Every record after `from`, each continuing the one before it. @throws InvariantViolation if one does not */
  read(from?: JournalPosition): AsyncIterable<JournalRecord>;
  close(): Promise<void>;
}

/** Credentials for a server: an nkey's seed, or a token; nothing if the server has no authentication. */
export interface Access {
  readonly nkeySeed?: string | undefined;
  readonly token?: string | undefined;
}

export const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (facts, message) => console.error(message, facts),
};

/** The journal of a running exchange. */
export async function journalSource(options: {
  readonly servers: string;
  readonly access: Access;
  readonly network: Network;
  readonly shard: number;
}): Promise<RecordSource> {
  const { servers, access, network, shard } = options;
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const bus = await connectBus({ servers, name: 'replay', ...access, log: quiet, signal }).catch(
    (error: unknown) => {
      throw new Error(`no nats-server answers at ${servers}`, { cause: error });
    },
  );
  const journal = new Journal({ network, shard }, { bus, log: quiet });
  return {
    network,
    shard,
    read: (from) => journal.read(from),
    close: () => bus.close(),
  };
}

const CONNECT_TIMEOUT_MS = 5_000;

/** An archive; needs no server. @throws Error if it is empty */
export async function archiveSource(path: string): Promise<RecordSource> {
  const archive = new ArchiveFolder(path);
  const first = await archive.read().next();
  if (first.done === true) throw new Error(`${path} holds no record`);
  const { network, shard } = decodeRecord(first.value.bytes, first.value.number);
  const identity = { network, shard };
  async function* read(from = JOURNAL_START): AsyncGenerator<JournalRecord> {
    let position = from;
    for await (const { number, bytes } of archive.read(from.number + 1)) {
      const record = decodeRecord(bytes, number);
      assertFollows(identity, position, record);
      position = positionAfter(record, bytes);
      yield record;
    }
  }
  return { ...identity, read, close: () => Promise.resolve() };
}
