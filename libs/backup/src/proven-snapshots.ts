/**
 * Snapshots beside the backups, each made by replaying the archive from the previous one: none comes from an engine.
 * They make it quick to verify an archive and to restore from it, and a journal may be purged before them.
 */
import { decodeSnapshot, encodeSnapshot, hashOf } from '@bellwether/bus';
import type { JournalIdentity, JournalSnapshot } from '@bellwether/bus';
import { InvariantViolation, assert } from '@bellwether/errors';
import { Exchange } from '@bellwether/exchange';
import { ArchiveFolder, SnapshotFolder } from '@bellwether/journal-files';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import { toHex } from '@bellwether/codec';
import type { ArchiveReplay, ReplayStart } from './archive-replay';
import { RETAINED_PROVEN_SNAPSHOTS } from './limits';

export type ProvenSnapshot = ReplayStart;

export const snapshotFolder = (path: string): SnapshotFolder =>
  new SnapshotFolder({ path, retained: RETAINED_PROVEN_SNAPSHOTS });

export interface ProvenSnapshots {
  /** The folder of snapshots. */
  readonly path: string;
  readonly archive: string;
  readonly identity: JournalIdentity;
}

/**
 * The newest snapshot that is intact, of this archive, and accepted by `takes`; undefined if there is none.
 * @param takes throws the reason to reject one
 */
export async function newestProven(
  { path, archive, identity }: ProvenSnapshots,
  takes: (snapshot: ProvenSnapshot['snapshot']) => void,
  onPassedOver: (passedOver: UnusableSnapshot) => void,
): Promise<ProvenSnapshot | undefined> {
  const folder = snapshotFolder(path);
  for (const number of await numbersIn(folder)) {
    try {
      const proven = await prove(folder, number, { archive, identity });
      takes(proven.snapshot);
      return proven;
    } catch (error) {
      onPassedOver({ number, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return undefined;
}

/** Every snapshot of the folder, oldest first. @throws Error naming one that is damaged or of another journal */
export async function allProven({
  path,
  archive,
  identity,
}: ProvenSnapshots): Promise<ProvenSnapshot['snapshot'][]> {
  const folder = snapshotFolder(path);
  const found: ProvenSnapshot['snapshot'][] = [];
  for (const number of (await numbersIn(folder)).toReversed()) {
    const proven = await prove(folder, number, { archive, identity }).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`snapshot ${number} in ${path} is of no use: ${reason}`, { cause });
    });
    found.push(proven.snapshot);
  }
  return found;
}

/** Newest first; empty if there is no folder yet. The folder may be mounted read-only. */
const numbersIn = (folder: SnapshotFolder): Promise<number[]> =>
  folder.numbers().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/**
 * Writes, reads back and loads a snapshot; throws if it does not lead to the replayed state. Older ones are deleted only
 * after that.
 */
export async function writeProven(path: string, replay: ArchiveReplay, archive: string) {
  const { identity, exchange, position, lastEvent } = replay;
  const state = exchange.snapshot();
  const stateHash = hashOf(state);
  const folder = snapshotFolder(path);
  await folder.open();
  const snapshot: JournalSnapshot = { position, lastEvent, stateHash, state };
  await folder.write(position.number, encodeSnapshot(identity, snapshot), async () => {
    const read = await prove(folder, position.number, { archive, identity });
    assert(read.exchange.stateHash() === toHex(stateHash), 'a snapshot was written as another one');
  });
}

/** Loads a snapshot, and compares it with the archive's record at its position. */
async function prove(
  folder: SnapshotFolder,
  number: number,
  { archive, identity }: Omit<ProvenSnapshots, 'path'>,
): Promise<ProvenSnapshot> {
  const { state, stateHash, ...snapshot } = decodeSnapshot(identity, await folder.read(number));
  const exchange = new Exchange({ network: identity.network });
  exchange.load(state);
  const { position } = snapshot;
  assert(exchange.stateHash() === toHex(stateHash), 'it leads to another state than it says');
  assert(exchange.lastSeq === position.lastSeq, 'its state is not as of its record');
  assert(position.number === number, () => `it is of record ${position.number}`);
  const first = await new ArchiveFolder(archive).read(number).next();
  if (first.done === true) throw new InvariantViolation(`the archive ends before record ${number}`);
  assert(
    toHex(hashOf(first.value.bytes)) === toHex(position.hash),
    () => `record ${number} of the archive is another one`,
  );
  return { exchange, snapshot };
}
