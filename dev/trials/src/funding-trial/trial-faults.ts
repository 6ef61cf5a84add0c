/** A trial's faults: one after the other, drawn from the seed, until the trial is over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Random } from '@bellwether/seeded-random';
import { eventually } from '../../../e2e/src/eventually';
import type { Exchange } from '../../../e2e/src/exchange';
import { LocalChainRpc } from '../../../e2e/src/local-chains';
import { killPart, whileFrozen } from '../../../e2e/src/processes';
import type { PartName } from '../../../e2e/src/processes';
import type { ChainName, DoubtfulNodes } from './doubtful-nodes';
import type { SendGate } from './send-gate';

const KILLED: readonly PartName[] = [
  'deposit-listener',
  'bridge-relayer',
  'withdraw-worker',
  'matching-engine',
  'ext-chain',
  'main-chain',
  'chain-services',
  'nats-server',
  'PostgreSQL',
  'gateway',
];
/** Parts that a fault may freeze: no money is lost, and requests to them wait. */
const FROZEN: readonly PartName[] = [
  'ext-chain',
  'main-chain',
  'deposit-listener',
  'bridge-relayer',
  'withdraw-worker',
  'matching-engine',
];
const CHAINS: readonly ChainName[] = ['ext', 'main'];

const WEIGHTS = {
  kill: 40,
  freeze: 10,
  fork: 12,
  stall: 8,
  node_away: 8,
  node_lags: 8,
  node_lies_of_finality: 4,
  node_leaves_out: 4,
  vaas_late: 6,
  vaas_held: 3,
  vaas_forged: 3,
} as const;
export type FaultName = keyof typeof WEIGHTS;

/** Long enough to reach every wait and retry, short enough not to hit time-outs. */
const LEAST_MS = 1_000;
const MOST_MS = 6_000;
const RECOVERY_TIMEOUT_MS = 60_000;

const signatures = z.array(z.string());

export interface FaultsOptions {
  readonly exchange: Exchange;
  readonly doubtful: DoubtfulNodes;
  readonly gate: SendGate;
  readonly random: Random;
  /** Pause between two faults. */
  readonly pauseMs: number;
}

export class TrialFaults {
  /** Number of times each fault occurred. */
  readonly counts: Record<string, number> = {};
  private readonly rpc: Readonly<Record<ChainName, LocalChainRpc>>;

  constructor(private readonly options: FaultsOptions) {
    const { exchange } = options;
    this.rpc = {
      ext: new LocalChainRpc(exchange, 'ext'),
      main: new LocalChainRpc(exchange, 'main'),
    };
  }

  /** Each part is killed once; then faults are drawn until `isOver`. */
  async run(isOver: () => boolean): Promise<void> {
    const { random, pauseMs } = this.options;
    for (const part of KILLED) {
      await sleep(pauseMs);
      await this.kill(part);
    }
    while (!isOver()) {
      await sleep(pauseMs);
      await this.bring(random.weighted(WEIGHTS));
    }
  }

  private bring(fault: FaultName): Promise<void> {
    const { random, doubtful } = this.options;
    const chain = random.pick(CHAINS);
    const node = random.pick(doubtful.nodes[chain]);
    const { faults } = node;
    switch (fault) {
      case 'kill':
        return this.kill(random.pick(KILLED));
      case 'freeze':
        return this.freeze(random.pick(FROZEN));
      case 'fork':
        return this.fork(chain, random.between(1, 7));
      case 'stall':
        return this.stall(chain);
      case 'node_away': {
        const failures = [
          { httpStatus: 503 },
          'silence',
          { code: -32005, message: 'behind' },
        ] as const;
        const failure = random.pick(failures);
        return this.during(
          fault,
          () => (faults.fails = () => failure),
          () => (faults.fails = () => undefined),
        );
      }
      case 'node_lags':
        return this.during(
          fault,
          () => (faults.lagSlots = random.between(3, 40)),
          () => (faults.lagSlots = 0),
        );
      case 'node_lies_of_finality':
        return this.during(
          fault,
          () => (faults.statuses = random.pick(['unknown', 'finalized', 'failed'])),
          () => (faults.statuses = 'honest'),
        );
      case 'node_leaves_out':
        return this.during(
          fault,
          () => (faults.omits = (signature) => signature.charCodeAt(5) % 3 === 0),
          () => (faults.omits = () => false),
        );
      case 'vaas_late':
        return this.during(
          fault,
          () => (doubtful.guardians.lateness = random.between(5, 30)),
          () => (doubtful.guardians.lateness = 1),
        );
      case 'vaas_held':
        return this.during(
          fault,
          () => (doubtful.guardians.isHolding = true),
          () => (doubtful.guardians.isHolding = false),
        );
      case 'vaas_forged':
        return this.during(
          fault,
          () => (doubtful.guardians.isForging = true),
          () => (doubtful.guardians.isForging = false),
        );
    }
  }

  private async kill(part: PartName): Promise<void> {
    const { exchange } = this.options;
    const kill = (): Promise<void> => killPart(exchange.dataDir, part);
    this.count(`kill ${part}`);
    await this.hurt(part, kill);
  }

  private async freeze(part: PartName): Promise<void> {
    const { exchange, random } = this.options;
    this.count(`freeze ${part}`);
    const frozen = (): Promise<void> => sleep(random.between(LEAST_MS, MOST_MS));
    await this.hurt(part, () => whileFrozen(exchange.dataDir, part, frozen));
  }

  /** A chain's fault runs between two of our sends; the chain answers again before the next one. */
  private async hurt(part: PartName, work: () => Promise<void>): Promise<void> {
    const chain = part === 'ext-chain' ? 'ext' : part === 'main-chain' ? 'main' : undefined;
    if (chain === undefined) return work();
    return this.options.gate.whileClosed(chain, async () => {
      await work();
      await eventually(
        () => this.rpc[chain].call('getSlot'),
        (slot) => typeof slot === 'number',
        RECOVERY_TIMEOUT_MS,
      );
    });
  }

  private async fork(chain: ChainName, slots: number): Promise<void> {
    const { gate } = this.options;
    this.count(`fork ${chain}`);
    await gate.whileClosed(chain, async () => {
      gate.drop(signatures.parse(await this.rpc[chain].call('localnet_fork', [slots])));
    });
  }

  private async stall(chain: ChainName): Promise<void> {
    const stallMs = this.options.random.between(LEAST_MS, MOST_MS);
    this.count(`stall ${chain}`);
    await this.rpc[chain].call('localnet_stall', [stallMs]);
    await sleep(stallMs);
  }

  private async during(fault: FaultName, begin: () => void, end: () => void): Promise<void> {
    this.count(fault);
    begin();
    try {
      await sleep(this.options.random.between(LEAST_MS, MOST_MS));
    } finally {
      end();
    }
  }

  private count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}
