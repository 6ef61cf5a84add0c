import { READERS_A_TURN } from '../limits';

/**
 * Readers who waited for the same answer go on a few in each turn of the event loop. To answer a crowd takes some ten
 * milliseconds; a cancel that comes meanwhile, and the engine's answer to it, get their turn between.
 */
export class ReaderTurns {
  private line: (() => void)[] = [];
  /** Who went on in this turn. */
  private gone = 0;
  private turnIsComing = false;

  /** Resolves when it is the reader's turn; null: it is. */
  next(): Promise<void> | null {
    if (!this.turnIsComing) this.turnSoon();
    if (this.line.length === 0 && this.gone < READERS_A_TURN) {
      this.gone++;
      return null;
    }
    return new Promise((resolve) => this.line.push(resolve));
  }

  private turnSoon(): void {
    this.turnIsComing = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    const going = this.line.slice(0, READERS_A_TURN);
    this.line = this.line.slice(READERS_A_TURN);
    this.gone = going.length;
    this.turnIsComing = false;
    if (going.length > 0) this.turnSoon();
    for (const go of going) go();
  }
}
