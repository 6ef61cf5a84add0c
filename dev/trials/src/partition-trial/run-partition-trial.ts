/**
 * Applies one fault after the other to a running exchange with traffic, and checks all observations against the
 * journal.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@bellwether/seeded-random';
import { readTruth } from './journal-truth';
import type { JournalTruth } from './journal-truth';
import { checkHistory } from './linearizability';
import type { Findings } from './linearizability';
import type { TrialHistory } from './history';
import { faultOf } from './partition-faults';
import type { Fault, PlannedFault, Environment } from './partition-faults';
import { TrialExchange } from './trial-exchange';
import {
  CLIENTS,
  ENGINES,
  GATEWAYS,
  GATEWAY_CONNECTION,
  JOURNAL_CONNECTION,
  REQUEST_CONNECTION,
} from './trial-network';
import type { GatewayName } from './trial-network';
import type { Ending } from './trial-process';
import { TrialTraffic } from './trial-traffic';

const USERS = 6;
const POLL_MS = 50;
/** Between two faults, once all is well again. */
const CALM_MS = 1_000;
/** If trading has not resumed this long after a fault's time, it never will: the longest time-out is 20 s. */
const NEVER_MS = 90_000;
/**
 * The fault continues this long after trading resumes, so that the new leader's commands can be seen on the other side.
 */
const AFTER_RESUMED_MS = 2_000;
/** Log lines that are reported. */
const LAST_WORDS = 6;
/** Orders of a new user: several, as the first may arrive while no engine leads. */
const NEWCOMERS_ORDERS = 6;

/** A fault and its results. */
export interface FaultReport {
  readonly number: number;
  readonly kind: PlannedFault['kind'];
  readonly startedMs: number;
  readonly endedMs: number;
  readonly healthy: readonly GatewayName[] | null;
  readonly epochBefore: number;
  readonly epochAfter: number;
  /** True if trading resumed where it must; null: nowhere required. */
  readonly resumed: boolean | null;
  /** From its end until all parties were well. */
  readonly recoveryMs: number;
  /** If trading did not resume: what was cut, and each process's last log lines. */
  readonly circumstances: readonly string[];
}

export interface TrialResult {
  readonly findings: Findings;
  readonly truth: JournalTruth;
  readonly history: TrialHistory;
  readonly faults: readonly FaultReport[];
  /** Processes that ended by themselves. */
  readonly endings: readonly Ending[];
}

export interface TrialOptions {
  readonly seed: number;
  readonly plan: readonly PlannedFault[];
  readonly report?: (line: string) => void;
}

export async function runPartitionTrial(options: TrialOptions): Promise<TrialResult> {
  const exchange = await TrialExchange.start(USERS);
  try {
    const traffic = new TrialTraffic(exchange, new Random(options.seed));
    traffic.start();
    const faults: FaultReport[] = [];
    await untilWell(exchange, traffic);
    for (const [number, planned] of options.plan.entries()) {
      const fault = await strike(exchange, traffic, { number, planned });
      faults.push(fault);
      options.report?.([lineOf(fault), ...fault.circumstances].join('\n    '));
    }
    const history = await traffic.stop();
    const truth = await readTruth(exchange.bus, exchange);
    const endings = CLIENTS.flatMap((client) => exchange.processes[client].endings);
    return { findings: checkHistory(truth, history), truth, history, faults, endings };
  } finally {
    await exchange.stop();
  }
}

async function strike(
  exchange: TrialExchange,
  traffic: TrialTraffic,
  { number, planned }: { readonly number: number; readonly planned: PlannedFault },
): Promise<FaultReport> {
  const random = new Random(planned.seed);
  const around = environmentOf(exchange);
  // A server that led the stream has the oldest information about the journal.
  if (planned.kind === 'leader_with_its_server') await exchange.letLeadStream(around.leadersServer);
  const fault = faultOf(planned.kind, around, random);
  const epochBefore = exchange.epoch();
  await traffic.leaveQuiet(fault.quiet);
  exchange.network.sever(fault.severed);
  const startedMs = performance.now();
  traffic.goOn();
  const { newcomerAt } = fault;
  const came =
    newcomerAt === null
      ? null
      : whenReplaced(exchange, epochBefore, planned.lastsMs).then(() =>
          traffic.letComeAndTrade(newcomerAt, NEWCOMERS_ORDERS),
        );
  came?.catch(() => undefined); // awaited below
  await sleep(planned.lastsMs);
  const resumed = await hasResumed(traffic, fault, startedMs);
  const circumstances = resumed === false ? await circumstancesOf(exchange, fault) : [];
  await sleep(AFTER_RESUMED_MS);
  exchange.network.heal();
  await traffic.leaveQuiet(null);
  const endedMs = performance.now();
  await came;
  await untilWell(exchange, traffic);
  const recoveryMs = performance.now() - endedMs;
  await sleep(CALM_MS);
  const { kind } = planned;
  const { healthy } = fault;
  const epochAfter = exchange.epoch();
  return {
    number,
    kind,
    startedMs,
    endedMs,
    healthy,
    epochBefore,
    epochAfter,
    resumed,
    recoveryMs,
    circumstances,
  };
}

async function circumstancesOf(exchange: TrialExchange, fault: Fault): Promise<string[]> {
  const cut = fault.severed.map(({ from, to, connection }) =>
    [from, '>', to, ...(connection === undefined ? [] : [` (${connection})`])].join(''),
  );
  const said = CLIENTS.map((client) => {
    const last = exchange.processes[client].log.slice(-LAST_WORDS);
    const words = last.map(({ message, facts }) => {
      const why = facts['why'] ?? facts['reason'];
      return typeof why === 'string' ? `${message} (${why})` : message;
    });
    return `${client}: ${words.join(' | ')}`;
  });
  return [
    `cut: ${cut.join(' ')}`,
    `the journal's stream is led by ${(await exchange.streamLeader()) ?? 'nobody'}`,
    ...said,
  ];
}

function environmentOf(exchange: TrialExchange): Environment {
  const { network } = exchange;
  const leader = exchange.leader();
  const standby = ENGINES.find((engine) => engine !== leader) ?? leader;
  const leadersServer = network.serverOf(leader, JOURNAL_CONNECTION) ?? 'server-1';
  return {
    leader,
    leadersServer,
    standbysServer: network.serverOf(standby, REQUEST_CONNECTION) ?? 'server-2',
    gatewaysThere: GATEWAYS.filter(
      (gateway) => network.serverOf(gateway, GATEWAY_CONNECTION) === leadersServer,
    ),
  };
}

/** Waits until another engine has begun, or for this long. */
async function whenReplaced(
  exchange: TrialExchange,
  epochBefore: number,
  timeoutMs: number,
): Promise<void> {
  const untilMs = performance.now() + timeoutMs;
  while (exchange.epoch() === epochBefore && performance.now() < untilMs) await sleep(POLL_MS);
}

/** The fault lasts until trading resumes, however slow the machine. */
async function hasResumed(
  traffic: TrialTraffic,
  { healthy }: Fault,
  startedMs: number,
): Promise<boolean | null> {
  if (healthy === null || healthy.length === 0) return null;
  const endMs = performance.now() + NEVER_MS;
  while (performance.now() < endMs) {
    if (traffic.wasAnswered(healthy, startedMs)) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Waits for two engines, and for both gateways to accept orders. */
async function untilWell(exchange: TrialExchange, traffic: TrialTraffic): Promise<void> {
  const sinceMs = performance.now();
  const isWell = (): boolean =>
    exchange.isAtRest() &&
    traffic.wasAnswered(['gateway-1'], sinceMs) &&
    traffic.wasAnswered(['gateway-2'], sinceMs);
  while (!isWell()) await sleep(POLL_MS);
}

const lineOf = ({ number, kind, startedMs, endedMs, resumed, ...rest }: FaultReport): string => {
  const seconds = ((endedMs - startedMs) / 1_000).toFixed(1);
  const { epochBefore, epochAfter, recoveryMs } = rest;
  const trade = resumed === false ? ', TRADE DID NOT RESUME' : '';
  const recovery = (recoveryMs / 1_000).toFixed(1);
  return `${number} ${kind}: ${seconds} s, epoch ${epochBefore} to ${epochAfter}, well ${recovery} s later${trade}`;
};
