/** Asks for previews: soon after a change, again when the book or the account moved, and never more than four a second. */
import type { Preview, PreviewRequest } from '@bellwether/client';
import { signal } from '@preact/signals';

/** So long after the last key of somebody who types. */
const TYPING_MS = 150;
const MOVED_MS = 250;

export interface HeldPreview {
  /** The request that it answers, as text. */
  readonly asked: string;
  readonly preview: Preview;
}

export class Previews {
  readonly held = signal<HeldPreview | null>(null);
  /** Of the last attempt; null after an answer. */
  readonly failure = signal<unknown>(null);
  private wanted: { readonly asked: string; readonly request: PreviewRequest } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private inHand: AbortController | null = null;
  private hasMoved = false;

  constructor(
    private readonly ask: (request: PreviewRequest, signal: AbortSignal) => Promise<Preview>,
  ) {}

  /** @returns the text by which an answer to it is known */
  want(request: PreviewRequest | null): string {
    const asked = request === null ? '' : JSON.stringify(request);
    if (asked === (this.wanted?.asked ?? '')) return asked;
    this.wanted = request === null ? null : { asked, request };
    this.stop();
    if (this.wanted !== null) this.later(TYPING_MS);
    return asked;
  }

  /** The book or the account has changed: the shown preview may not hold any more. */
  moved(): void {
    if (this.wanted === null || this.timer !== undefined) return;
    if (this.inHand === null) this.later(MOVED_MS);
    else this.hasMoved = true;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.hasMoved = false;
    this.inHand?.abort();
    this.inHand = null;
  }

  private later(afterMs: number): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.askNow();
    }, afterMs);
  }

  private async askNow(): Promise<void> {
    const { wanted } = this;
    if (wanted === null) return;
    const stop = (this.inHand = new AbortController());
    this.hasMoved = false;
    try {
      const preview = await this.ask(wanted.request, stop.signal);
      if (stop.signal.aborted) return;
      this.held.value = { asked: wanted.asked, preview };
      this.failure.value = null;
    } catch (error) {
      if (stop.signal.aborted) return;
      this.failure.value = error;
      this.hasMoved = true;
    }
    this.inHand = null;
    if (this.hasMoved) this.later(MOVED_MS);
  }
}
