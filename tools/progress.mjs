/** Progress in short lines: rewritten in place on a terminal, one after the other elsewhere, and not too many. */
export class Progress {
  #stream;
  #everyMs;
  #saidMs = -Infinity;
  #isOpen = false;

  constructor({ stream = process.stderr, everyMs = 0 } = {}) {
    this.#stream = stream;
    this.#everyMs = everyMs;
  }

  say(line) {
    if (this.#stream.isTTY) {
      const text = line.slice(0, Math.max(1, (this.#stream.columns || 80) - 1));
      this.#stream.write(`\r\u001B[2K${text}`);
      this.#isOpen = true;
      return;
    }
    const nowMs = performance.now();
    if (nowMs - this.#saidMs < this.#everyMs) return;
    this.#saidMs = nowMs;
    this.#stream.write(`${line}\n`);
  }

  /** Leaves the last line, with the cursor below it. */
  end() {
    if (this.#isOpen) this.#stream.write('\n');
    this.#isOpen = false;
  }
}
