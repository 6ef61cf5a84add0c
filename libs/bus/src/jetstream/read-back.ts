/** Reads back the stream of a journal while it is restored, a little behind the writes, and compares every record. */
import { sameBytes } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import type { JournalDependencies } from '../journal/journal';
import { READ_BACK_AHEAD } from '../limits';
import type { StoredMessage } from './stored-message';
import type { Stream } from './stream';
import { readStream } from './stream-reader';

export class ReadBack {
  private readonly ended = new AbortController();
  private readonly pumping: Promise<void>;
  private read: StoredMessage[] = [];
  private taken = 0;
  private failure: { readonly error: unknown } | undefined;
  private wake: () => void = () => undefined;
  private room: () => void = () => undefined;

  constructor(
    { stream, bus, log, way = 'delivered' }: JournalDependencies & { readonly stream: Stream },
    from: number,
  ) {
    const { signal } = this.ended;
    this.pumping = this.pump(readStream({ stream, bus, log, signal, way }, from));
  }

  /**
   * Waits for the next messages of the stream, which must be these records.
   * @throws InvariantViolation that names the first record that differs; StreamHole
   */
  async assertSame(
    records: readonly { readonly number: number; readonly bytes: Uint8Array }[],
  ): Promise<void> {
    for (const { number, bytes } of records) {
      const { sequence, data } = this.read[this.taken++] ?? (await this.next());
      assert(
        sequence === number && sameBytes(data, bytes),
        () => `journal: the stream holds another record ${number}`,
      );
    }
  }

  async end(): Promise<void> {
    this.ended.abort();
    this.room();
    await this.pumping;
  }

  /** Reads ahead of `assertSame`, because the server deletes a consumer that is idle. */
  private async pump(portions: AsyncIterable<StoredMessage[]>): Promise<void> {
    try {
      for await (const portion of portions) {
        this.read.push(...portion);
        this.wake();
        while (this.read.length - this.taken > READ_BACK_AHEAD && !this.ended.signal.aborted) {
          await new Promise<void>((resolve) => (this.room = resolve));
        }
      }
    } catch (error) {
      this.failure = { error };
      this.wake();
    }
  }

  private async next(): Promise<StoredMessage> {
    // `assertSame` has counted a message that has not arrived.
    this.taken--;
    this.read = this.read.slice(this.taken);
    this.taken = 0;
    this.room();
    while (this.read.length === 0) {
      if (this.failure !== undefined) throw this.failure.error;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    return this.read[this.taken++]!;
  }
}
