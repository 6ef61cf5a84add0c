import { subjectsOf } from '@bellwether/bus';
import type { Bus, JournalRecord } from '@bellwether/bus';

const TIMEOUT_MS = 5_000;

/** Milliseconds from the moment at which the server stored each record, by its own clock, to the record's time. */
export function stampErrorsMs(
  bus: Bus,
  shard: number,
  records: readonly JournalRecord[],
): Promise<number[]> {
  const subject = `$JS.API.STREAM.MSG.GET.${subjectsOf(shard).journalStream}`;
  return Promise.all(
    records.map(async ({ number, timestampMs }) => {
      const question = new TextEncoder().encode(JSON.stringify({ seq: number }));
      const answer = await bus.request(subject, question, TIMEOUT_MS);
      const { message } = answer.json<{ message: { time: string } }>();
      return timestampMs - Date.parse(message.time);
    }),
  );
}
