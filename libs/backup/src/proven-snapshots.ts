/**
 * Snapshots beside the backups, each made by carrying the archive out, from the one before it on: no engine's word is in
 * them. They make it quick to prove an archive and to restore from it, and are what a journal may be purged behind.
 */
import { decodeSnapshot, encodeSnapshot, hashOf } from '@bellwether/bus';
import type { JournalIdentity, JournalSnapshot } from '@bellwether/bus';
import { InvariantViolation, assert } from '@bellwether/errors';
import { Exchange } from '@bellwether/exchange';
import { ArchiveFolder, SnapshotFolder } from '@bellwether/journal-files';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import { toHex } from '@bellwether/codec';
import type { ArchiveReplay, ReplayStart } from './archive-replay';
import { KEPT_PROVEN_SNAPSHOTS } from './limits';

export type ProvenSnapshot = ReplayStart;

export const snapshotFolder = (path: string): SnapshotFolder =>
  new SnapshotFolder({ path, kept: KEPT_PROVEN_SNAPSHOTS });

export interface ProvenSnapshots {
  /** The folder of snapshots. */
  readonly path: string;
  readonly archive: string;
  readonly identity: JournalIdentity;
}

/**
 * The newest snapshot that is intact, of this archive, and that `takes` lets through; undefined where there is none.
 * @param takes throws what makes one unusable
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

/** Every snapshot of the folder, oldest first. @throws Error naming the one that is damaged or of another journal */
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

/** Newest first; none where there is no folder yet. It may be mounted to be read alone. */
const numbersIn = (folder: SnapshotFolder): Promise<number[]> =>
  folder.numbers().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/** Written, read again, and loaded: it leads to the state that was carried out, or this throws. */
export async function writeProven(path: string, replay: ArchiveReplay, archive: string) {
  const { identity, exchange, position, lastEvent } = replay;
  const state = exchange.snapshot();
  const stateHash = hashOf(state);
  const folder = snapshotFolder(path);
  await folder.open();
  const snapshot: JournalSnapshot = { position, lastEvent, stateHash, state };
  await folder.write(position.number, encodeSnapshot(identity, snapshot));
  const read = await prove(folder, position.number, { archive, identity });
  assert(read.exchange.stateHash() === toHex(stateHash), 'a snapshot was written as another one');
}

/** Loads a snapshot, and holds it against the record of the archive that it says it is as of. */
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
