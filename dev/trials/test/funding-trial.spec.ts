/**
 * Deposits and withdrawals through faults: parts crash, freeze, fork, lag and lie, one after the other, while users'
 * money comes in over both chains and goes out over both. What was sent is credited once, what was accepted is paid
 * once, and chains and books agree at the end. A few of them by default; `FUNDING_DEPOSITS=1000 FUNDING_DUST=1100
 * FUNDING_PAYOUTS=300` is the trial of docs/RELIABILITY.md. `FUNDING_SEED` plans the same users and draws the same faults.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeFigures } from '@bellwether/local-services';
import { Exchange } from '../../e2e/src/exchange';
import { runTrial } from '../src/funding-trial/run-trial';
import type { TrialResult } from '../src/funding-trial/run-trial';
import { EXPECTED_ALARMS } from '../src/funding-trial/trial-alarms';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import type { StartedExchange } from '../../e2e/start-exchange.mjs';

const DEPOSITS = Number(process.env['FUNDING_DEPOSITS'] ?? 10);
const PAYOUTS = Number(process.env['FUNDING_PAYOUTS'] ?? 6);
const DUST = Number(process.env['FUNDING_DUST'] ?? 10);
/** The same faults on every machine; the full check draws others. */
const SEED = Number(process.env['FUNDING_SEED'] ?? 1_121);
/** With this many, the test prints its progress. */
const MANY = 100;
/** Long enough that a part works again before the next fault, short enough to hit every step. */
const PAUSE_MS = DEPOSITS < MANY ? 1_000 : 1_500;
/**
 * With many at once, a slow machine would see every blockhash expire: they get a real chain's slot time. With a few,
 * slots are as short as the scan of a busy machine follows: a round of solvency waits until it has passed a slot.
 */
const SLOT_MS = DEPOSITS < MANY ? 200 : 400;

let dataDir: string;
let running: StartedExchange;
let trial: TrialResult;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bellwether-trial-'));
  // What comes to the bridge at the same time shares a message, through the faults too.
  const flags = ['--empty', '--slot-ms', String(SLOT_MS), '--share-wait', '2'];
  running = await startExchange({ dataDir, port: await freePorts(), flags });
  const report = (line: string): void => {
    if (DEPOSITS >= MANY) process.stderr.write(`${line}\n`);
  };
  report(`seed ${SEED}`);
  trial = await runTrial(new Exchange(dataDir), {
    seed: SEED,
    deposits: DEPOSITS,
    dust: DUST,
    payouts: PAYOUTS,
    pauseMs: PAUSE_MS,
    report,
  }).catch((error: unknown) => {
    throw new Error(`FUNDING_SEED=${SEED} plans it again`, { cause: error });
  });
  writeFigures('funding-trial', figuresOf(trial));
});

afterAll(async () => {
  await running?.end('SIGTERM');
  await removeUnlessKept(dataDir);
});

function figuresOf({ books, solvency, leftOpen, ...sums }: TrialResult) {
  const ledger = { grown: books.grown, expected: books.expected, ...leftOpen };
  return { seed: SEED, ...sums, ledger, solvency: { chain: solvency.chain } };
}

it('every deposit is credited once, with what was sent', () => {
  const { sent, credited, missed, wrong } = trial.deposits;
  expect({ credited, missed, wrong }).toEqual({ credited: sent, missed: 0, wrong: 0 });
});

it('every withdrawal is paid once: its recipient holds exactly that', () => {
  const { accepted, paid, missing, paidTwice } = trial.withdrawals;
  expect({ paid, missing, paidTwice }).toEqual({ paid: accepted, missing: 0, paidTwice: 0 });
});

it('every payout of revenue is paid once, whatever was asked again', () => {
  const { accepted, paid, missing, paidTwice } = trial.payouts;
  expect({ accepted, paid, missing, paidTwice }).toEqual({
    accepted: PAYOUTS,
    paid: PAYOUTS,
    missing: 0,
    paidTwice: 0,
  });
});

it('a flood of dust is credited to the last micro-USDC on main, and stays where it is on ext', () => {
  expect(trial.dustDifference.every((difference) => difference === 0)).toBe(true);
});

it('the ledger is what was sent and paid, and nothing is left open', () => {
  expect(trial.books.grown).toEqual(trial.books.expected);
  expect(trial.leftOpen).toEqual({ withdrawing: 0, gasDebt: 0 });
});

it('chains and ledger agree to the micro-USDC', () => {
  expect(trial.solvency.chain).toMatchObject({ available: true, ok: true, difference: 0 });
});

it('nobody was woken but for what the faults are', () => {
  const unexpected = Object.keys(trial.alarms).filter((kind) => !EXPECTED_ALARMS.includes(kind));
  expect(unexpected.map((kind) => trial.alarmExamples[kind])).toEqual([]);
});

it('everything was killed', () => {
  const killed = Object.keys(trial.faults).filter((name) => name.startsWith('kill '));
  expect(killed.length).toBeGreaterThanOrEqual(10);
});
