/** The SDK's example of a maker as a process of its own. It gets prices, and reports what it does and believes. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { AccountSessions, KeyPair, ownSession } from '@bellwether/client';
import { z } from 'zod';
import { leash } from '@bellwether/local-services';
import { eventually } from '../../../e2e/src/eventually';

/** As in the example. */
export const HALF_SPREAD_BPS = 100;
export const SIZE = 20;

const order = z.object({
  order_id: z.int(),
  market_id: z.string(),
  side: z.enum(['buy', 'sell']),
  outcome: z.enum(['yes', 'no']),
  price: z.int(),
  remaining: z.int(),
});
const position = z.object({
  market_id: z.string(),
  yes_contracts: z.int(),
  no_contracts: z.int(),
  yes_locked: z.int(),
  no_locked: z.int(),
});
const report = z.object({
  report: z.int(),
  seq: z.int(),
  orders: z.array(order),
  positions: z.array(position),
  refused: z.int(),
});
/** What the maker believes to have in the book, and to hold. */
export type Report = z.infer<typeof report>;
export type BelievedOrder = z.infer<typeof order>;

/** It restarts as a maker would, and waits as long as a busy machine takes. */
const TIMEOUT_MS = 180_000;
const SHOWN_LINES = 20;
const SHOWN_CHARACTERS = 200;

export class MakerProcess {
  readonly user: string;
  private readonly key: KeyPair;
  /** Operations, refusals, failures by code and interruptions, as it reported them. */
  readonly reported = {
    operations: 0,
    refused: 0,
    interruptions: 0,
    failures: {} as Record<string, number>,
  };
  private readonly reports = new Map<number, Report>();
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown[]>;
  private asked = 0;
  /** The newest, for an error. */
  private readonly lines: string[] = [];

  /** @param example the program, beside the installed SDK. @param exchangeFile what it finds the exchange by */
  constructor(example: string, exchangeFile: string) {
    const key = KeyPair.random();
    this.user = key.publicKey;
    this.key = key;
    this.child = spawn(process.execPath, [example, exchangeFile], {
      env: { MAKER_SEED: key.exportSeed() },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.ended = once(this.child, 'exit');
    if (this.child.pid !== undefined) this.child.once('exit', leash(this.child.pid, 'SIGKILL'));
    createInterface({ input: this.child.stdout! }).on('line', (line) => this.receive(line));
  }

  price(marketId: string, price: number): void {
    this.notify({ market_id: marketId, price });
  }

  /** What it believes once its quotes are as it wants them. */
  async report(): Promise<Report> {
    const id = ++this.asked;
    this.notify({ report: id });
    const isOver = () => this.reports.has(id) || this.child.exitCode !== null;
    await eventually(() => Promise.resolve(isOver()), Boolean, TIMEOUT_MS).catch(() => undefined);
    const believed = this.reports.get(id);
    if (believed !== undefined) return believed;
    const last = this.lines.join('\n');
    throw new Error(`no report of the maker; exit code ${this.child.exitCode}; it said:\n${last}`);
  }

  /** @returns its exit code and signal */
  async stop(): Promise<unknown> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** For who reads its account beside it. */
  sessionsAt(gatewayUrl: string): AccountSessions {
    const gateway = { url: gatewayUrl };
    return new AccountSessions(ownSession({ gateway, key: this.key, network: 'test' }));
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private notify(line: object): void {
    this.child.stdin!.write(`${JSON.stringify(line)}\n`);
  }

  private receive(line: string): void {
    this.lines.push(line.slice(0, SHOWN_CHARACTERS));
    if (this.lines.length > SHOWN_LINES) this.lines.shift();
    const said = Object(JSON.parse(line));
    const { reported } = this;
    if ('report' in said) {
      const one = report.parse(said);
      this.reports.set(one.report, one);
    } else if ('quoted' in said) {
      reported.operations += Number(said.quoted);
      reported.refused += Number(said.refused);
    } else if ('stale' in said) reported.interruptions++;
    else if ('failed' in said) {
      const name = String(said.failed);
      reported.failures[name] = (reported.failures[name] ?? 0) + 1;
    }
  }
}
