import type { UpdateText } from '@bellwether/api';
import { textFrame } from './text-frame';

/** One update of a channel, encoded once: the same bytes for all clients that have the message before it. */
export class UpdateFrame {
  readonly bytes: Buffer;

  constructor(
    readonly seq: number,
    readonly prevSeq: number,
    private readonly text: UpdateText,
  ) {
    this.bytes = this.frameAfter(prevSeq);
  }

  /** For a client whose last message is another one: a snapshot as of a later seq, or the one it resumed from. */
  after(prevSeq: number): Buffer {
    return prevSeq === this.prevSeq ? this.bytes : this.frameAfter(prevSeq);
  }

  private frameAfter(prevSeq: number): Buffer {
    return textFrame(`${this.text.before}${prevSeq}${this.text.after}`);
  }
}
