/** An archive as a year of trading leaves it: an order a record, with a snapshot a day before its end. */
import { encodeRecord, nextRecord, positionAfter, JOURNAL_START } from '@bellwether/bus';
import type { JournalPosition, JournalRecord } from '@bellwether/bus';
import { ArchiveReplay, writeProven } from '@bellwether/backup';
import type { JournaledCommand } from '@bellwether/exchange';
import { ArchiveFolder } from '@bellwether/journal-files';
import type { ArchivedRecord } from '@bellwether/journal-files';
import { beginning, marketsOf, passingOrder, restingOrder } from './history';

export const IDENTITY = { network: 'test', shard: 0 } as const;

/** A hundredth of a year's records: the measured costs do not depend on the number of orders. */
const SIZE = { accounts: 10_000, events: 5, marketsPerEvent: 20, restingOrders: 100_000 };
const WRITER = new Uint8Array(16).fill(1);
/** Written and synced at once. */
const BATCH_RECORDS = 2_000;

/** @returns its end */
export async function archiveYear(
  { archive, snapshots }: { readonly archive: string; readonly snapshots: string },
  { records, day }: { readonly records: number; readonly day: number },
): Promise<JournalPosition> {
  const writer = new ArchiveFolder(archive);
  await writer.open();
  const state = new ArchiveReplay(archive, IDENTITY);
  let position = JOURNAL_START;
  let batch: ArchivedRecord[] = [];
  const put = (kind: JournalRecord['kind'], commands: JournaledCommand[]): void => {
    const timestampMs = Math.max(Date.now(), position.timestampMs);
    const record = nextRecord(IDENTITY, position, { kind, writer: WRITER, timestampMs, commands });
    const bytes = encodeRecord(record);
    position = positionAfter(record, bytes);
    state.carryOut(record);
    batch.push({ number: record.number, bytes });
  };
  const flush = async (): Promise<void> => {
    await writer.append(batch);
    batch = [];
  };
  put('genesis', []);
  put('epoch', []);
  for (const command of beginning(SIZE)) {
    put('commands', [command]);
    if (batch.length >= BATCH_RECORDS) await flush();
  }
  const marketIds = marketsOf(state.exchange);
  for (let order = 0; position.number < records; order++) {
    const rests = order < SIZE.restingOrders;
    const number = rests ? order : order - SIZE.restingOrders;
    const command = (rests ? restingOrder : passingOrder)(number, SIZE, marketIds);
    put('commands', [command]);
    if (batch.length >= BATCH_RECORDS) await flush();
    if (position.number !== records - day) continue;
    await flush();
    await snapshot(state, position, { archive, snapshots });
  }
  await flush();
  await writer.close();
  return position;
}

/** As a backup makes one: read again, and compared with the archive. */
async function snapshot(
  { exchange, lastEvent }: ArchiveReplay,
  position: JournalPosition,
  { archive, snapshots }: { readonly archive: string; readonly snapshots: string },
): Promise<void> {
  const at = new ArchiveReplay(archive, IDENTITY, { exchange, snapshot: { position, lastEvent } });
  await writeProven(snapshots, at, archive);
}
