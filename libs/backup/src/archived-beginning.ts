/** Whether an archive has, byte for byte, what the beginning of a journal has. */
import { Journal, decodeRecord, hashOf } from '@bellwether/bus';
import type { JournalIdentity, JournalPosition, PurgeDependencies } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { ArchiveFolder } from '@bellwether/journal-files';

/**
 * Believes that the archive has every record from the journal's first one to the one at `proven`: each names the hash of the
 * one before it, so that the last one stands for all.
 * @throws ArchiveDamaged, InvariantViolation
 */
export async function assertArchived(
  archive: string,
  {
    identity,
    proven,
    ...dependencies
  }: PurgeDependencies & {
    readonly identity: JournalIdentity;
    readonly proven: JournalPosition;
  },
): Promise<void> {
  const first = await new Journal(identity, dependencies).firstNumber();
  let previous: string | undefined;
  let next = first;
  for await (const { number, bytes } of new ArchiveFolder(archive).read(first)) {
    if (number > proven.number) break;
    const { previousHash } = decodeRecord(bytes, number);
    const continues = previous === undefined || toHex(previousHash) === previous;
    assert(continues, () => `record ${number} of the archive does not continue the one before it`);
    previous = toHex(hashOf(bytes));
    next = number + 1;
  }
  const isWhole =
    first > proven.number || (next > proven.number && previous === toHex(proven.hash));
  assert(isWhole, () => `the archive does not lead from record ${first} to ${proven.number}`);
}
