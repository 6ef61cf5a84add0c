/**
 * Verifies in threads of their own. Slices go to the thread with the least to do, and come back in the order in which
 * they were handed over, so that commands keep the order of their arrival.
 */
import { Worker } from 'node:worker_threads';
import type { Verify } from '@bellwether/canonical-message';
import { assert } from '@bellwether/errors';
import { packSignatures } from './packed-signatures';
import type { SignatureChecks, WhenChecked } from './signature-checks';
import type { Signed } from './signed-bytes';

export interface SignaturePoolOptions {
  readonly threads: number;
  /** The built `signature-worker`. */
  readonly worker: URL;
}

export interface SignaturePoolDependencies {
  readonly verify: Verify;
  /** A thread is gone: what it had is lost, and the process must stop. */
  readonly onBroken: (reason: unknown) => void;
}

/** Up to so many are verified here when nothing is under way: a round trip to a thread takes longer. */
const INLINE_AT_MOST = 2;

interface Slice {
  readonly signed: readonly (Signed | null)[];
  readonly done: WhenChecked;
  /** Of the signed ones alone; null until they are verified. */
  valid: Uint8Array | null;
}

interface Thread {
  readonly worker: Worker;
  /** Slices it works on; it answers in their order. */
  readonly slices: Slice[];
}

export class SignaturePool implements SignatureChecks {
  /** Handing over costs 20 microseconds: little beside 32 signatures, and small enough to share among threads. */
  readonly sliceSize = 32;

  private readonly verify: Verify;
  private readonly threads: readonly Thread[];
  /** Slices in the order in which they were handed over. */
  private readonly underWay: Slice[] = [];
  private isClosing = false;

  constructor({ threads, worker }: SignaturePoolOptions, dependencies: SignaturePoolDependencies) {
    const { verify, onBroken } = dependencies;
    this.verify = verify;
    this.threads = Array.from({ length: threads }, () => {
      const thread: Thread = { worker: new Worker(worker), slices: [] };
      thread.worker.on('message', (valid: Uint8Array) => this.take(thread, valid));
      thread.worker.on('error', onBroken);
      thread.worker.on('exit', (code) => {
        if (!this.isClosing) onBroken(new Error(`a signature thread ended with code ${code}`));
      });
      return thread;
    });
  }

  check(signed: readonly (Signed | null)[], done: WhenChecked): void {
    const slice: Slice = { signed, done, valid: null };
    const items = signed.filter((one) => one !== null);
    this.underWay.push(slice);
    const isSmall = this.underWay.length === 1 && items.length <= INLINE_AT_MOST;
    if (items.length === 0 || isSmall) {
      slice.valid = Uint8Array.from(items, (one) => Number(this.isValid(one)));
      this.deliver();
      return;
    }
    const thread = this.leastBusy();
    thread.slices.push(slice);
    const packed = packSignatures(items);
    thread.worker.postMessage(packed, [packed.buffer]);
  }

  isValid(signed: Signed | null): boolean {
    return signed === null || this.verify(signed.signature, signed.message, signed.user);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()));
  }

  private leastBusy(): Thread {
    const [first, ...others] = this.threads;
    assert(first !== undefined, 'a pool without threads');
    return others.reduce(
      (least, thread) => (thread.slices.length < least.slices.length ? thread : least),
      first,
    );
  }

  private take(thread: Thread, valid: Uint8Array): void {
    const slice = thread.slices.shift();
    assert(slice !== undefined, 'a verdict on nothing');
    slice.valid = valid;
    this.deliver();
  }

  /** Calls back for the slices at the front that are verified. */
  private deliver(): void {
    for (let first = this.underWay[0]; first?.valid; first = this.underWay[0]) {
      const { signed, done, valid } = first;
      this.underWay.shift();
      let next = 0;
      done(signed.map((one) => one === null || valid[next++] === 1));
      assert(next === valid.length, 'as many verdicts as signatures');
    }
  }
}
