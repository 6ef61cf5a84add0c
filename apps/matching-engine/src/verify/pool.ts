/**
 * Verifies signatures in worker threads. Slices go to the least busy thread, and results come back in the order of the
 * calls, so that commands keep their order of arrival.
 */
import { Worker } from 'node:worker_threads';
import type { Verify } from '@bellwether/canonical-message';
import { assert } from '@bellwether/errors';
import { packSignatures } from './packed';
import type { SignatureChecks, WhenChecked } from './signature-checks';
import type { Signed } from './signed-bytes';

export interface SignaturePoolOptions {
  readonly threads: number;
  /** The built `signature-worker`. */
  readonly worker: URL;
}

export interface SignaturePoolDependencies {
  readonly verify: Verify;
  /** A thread ended: its slices are lost, and the process must stop. */
  readonly onBroken: (reason: unknown) => void;
}

/** So few are verified in this thread when nothing is under way: a round trip to a worker takes longer. */
const INLINE_AT_MOST = 2;

interface Slice {
  readonly signed: readonly (Signed | null)[];
  readonly done: WhenChecked;
  /** Results of the signed items only. Null until they are verified. */
  valid: Uint8Array | null;
}

interface Thread {
  readonly worker: Worker;
  /** Slices it works on. It answers in their order. */
  readonly slices: Slice[];
}

export class SignaturePool implements SignatureChecks {
  /**
   * A transfer costs 20 microseconds: little compared with 32 signatures, and small enough to spread over the threads.
   */
  readonly sliceSize = 32;

  private readonly verify: Verify;
  private readonly threads: readonly Thread[];
  /** Slices in the order of the calls. */
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
    return signed === null || this.verify(signed.signature, signed.message, signed.signer);
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

  /** Calls back for the verified slices at the front. */
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
