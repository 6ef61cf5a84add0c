/** Progress in short lines: rewritten in place on a terminal, one after the other elsewhere, and not too many. */
export class Progress {
  /** @param options `everyMs`: except on a terminal, lines that come sooner after the last one are left out */
  constructor(options?: {
    readonly stream?: {
      readonly isTTY?: boolean;
      readonly columns?: number;
      write(text: string): unknown;
    };
    readonly everyMs?: number;
  });
  say(line: string): void;
  /** Leaves the last line, with the cursor below it. */
  end(): void;
}
