const MICRO_USDC_PER_USDC = 1_000_000;

/** All six places: what is promised is the micro-USDC. */
export const usdc = (microUsdc: number): string =>
  `${(microUsdc / MICRO_USDC_PER_USDC).toFixed(6)} USDC`;

/** Prints events, with the seconds since the journey began. */
export class Narration {
  private readonly print: (line: string) => void;
  private readonly startedMs = performance.now();
  private chapterMs = performance.now();

  constructor(print: (line: string) => void) {
    this.print = print;
  }

  chapter(title: string): void {
    this.chapterMs = performance.now();
    this.print(`\n${title}`);
  }

  report(what: string, signature?: string | null): void {
    const seconds = ((performance.now() - this.chapterMs) / 1_000).toFixed(1).padStart(6);
    this.print(`${seconds} s  ${what}`);
    if (signature !== undefined && signature !== null) this.print(`          ${signature}`);
  }

  /** @throws Error where they differ: the journey ends there */
  mustBe(what: string, given: number, expected: number): void {
    if (given !== expected) throw new Error(`${what} is ${given} and should be ${expected}`);
    this.report(`${what}: ${usdc(given)}, exactly`);
  }

  end(): void {
    const seconds = ((performance.now() - this.startedMs) / 1_000).toFixed(0);
    this.print(`\nEverything was right to the micro-USDC, in ${seconds} seconds.`);
  }
}
