/** The life of a shard in this process: stand by or catch up, serve, hand over, stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerAsLeader, serveEngine } from '@bellwether/bus';
import type {
  Bus,
  ClockWatch,
  ConnectionState,
  EngineService,
  ExchangeClock,
  LeaderAnnouncement,
  Leadership,
} from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { Logger } from '@bellwether/runtime';
import { catchUp } from './catch-up';
import type { CatchUpParts } from './catch-up';
import type { Engine } from './engine';
import type { JournalPulse } from './journal-pulse';
import { LEADER_LOOK_INTERVAL_MS, STOP_FLUSH_MS, SURE_AFTER_PROOF_MS } from './limits';
import type { ShardFigures } from './shard-metrics';
import { Standby } from './standby';

export interface EngineShardDependencies {
  readonly engine: Engine;
  readonly catchUp: CatchUpParts;
  readonly exchangeClock: ExchangeClock;
  readonly clockWatch: ClockWatch;
  readonly bus: Bus;
  readonly connection: ConnectionState;
  readonly pulse: JournalPulse;
  readonly log: Logger;
}

export class EngineShard {
  private readonly stopping = new AbortController();
  private readonly standby: Standby;
  private service: EngineService | undefined;
  private leadership: Leadership | undefined;
  private loop: Promise<void> | undefined;
  private looking: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: { readonly shard: number },
    private readonly parts: EngineShardDependencies,
  ) {
    const { bus, connection, log, catchUp: parties } = parts;
    const { journal, publisher } = parties;
    const { signal } = this.stopping;
    const { shard } = options;
    this.standby = new Standby({ bus, connection, shard, journal, publisher, signal, log });
  }

  /**
   * Stands by while another engine leads, then catches up and begins to serve. The loop's end, when nobody stopped it,
   * goes to `onBroken`.
   */
  async start(onBroken: (reason: unknown) => void): Promise<void> {
    const { engine, bus, clockWatch, exchangeClock, log } = this.parts;
    const { signal } = this.stopping;
    void clockWatch.run(signal);
    await catchUp(this.parts.catchUp, { standby: this.standby, signal });
    clockWatch.beginStamping((reason) => engine.lose(reason));
    this.loop = engine.run();
    this.loop.catch((reason: unknown) => {
      if (!signal.aborted) onBroken(reason);
    });
    this.service = await serveEngine(bus, this.options.shard, {
      hear: (lane, take) => engine.hear(lane, take),
      turnsAway: (lane) => engine.turnsAway(lane),
      refuse: (send) => engine.refuse(send),
      onCommand: (incoming) => engine.take(incoming),
      onQuery: (incoming) => engine.ask(incoming),
      nowMs: exchangeClock.nowMs,
    });
    this.looking = setInterval(() => this.look(), LEADER_LOOK_INTERVAL_MS);
    this.leadership = answerAsLeader(bus, this.options.shard, () => this.news());
    log.info({ shard: this.options.shard }, 'serving');
  }

  /**
   * An engine whose journal takes nothing hears nothing new: callers learn at once that nobody listens. And what was lost with
   * a connection may be the news that another engine leads.
   */
  private look(): void {
    if (this.stopping.signal.aborted) return;
    const { engine, connection, catchUp: parties } = this.parts;
    if (engine.isKeepingUp) this.service?.resume();
    else this.service?.pause();
    if (connection.connected && !parties.proof.isOfTheseConnections) engine.wantProof();
  }

  /** For a standby, which nobody else asks for: null where this engine does not know that it leads. */
  private news(): LeaderAnnouncement | null {
    const { exchange, journal, snapshots } = this.parts.catchUp;
    // Each look asks for the next pulse.
    const isThere = this.parts.pulse.isThere;
    if (!this.parts.catchUp.proof.isSure && !(isThere && this.isAtRest)) return null;
    snapshots.leaveToStandby();
    return { epoch: journal.position.epoch, seq: exchange.lastSeq };
  }

  /** It knows the time, nothing was lost since it proved that it leads, nor does the journal keep it waiting. */
  private get isAtRest(): boolean {
    const { engine, clockWatch, catchUp: parties } = this.parts;
    const isOnTime = clockWatch.isSure && engine.appendingMs < SURE_AFTER_PROOF_MS;
    return isOnTime && parties.proof.isOfTheseConnections;
  }

  /** It serves, as the one that leads. */
  get leads(): boolean {
    return this.service !== undefined && !this.stopping.signal.aborted;
  }

  /** It hears commands, knows the time, and the journal takes them. */
  private get isAbleToServe(): boolean {
    const { connection, engine, clockWatch } = this.parts;
    return connection.connected && clockWatch.isSure && engine.isKeepingUp;
  }

  /** For operators. */
  figures(): ShardFigures {
    const { exchange, journal } = this.parts.catchUp;
    return {
      leads: this.leads,
      serves: this.leads && this.isAbleToServe,
      standsBy: this.standby.isFollowing,
      record: journal.position.number,
      mode: exchange.status().mode,
      clock: this.parts.exchangeClock.figures(),
    };
  }

  /** @throws CodedError while commands are not served, and no other engine is followed that serves them */
  async check(): Promise<void> {
    const { state } = this.parts.exchangeClock;
    if (state === 'differs' || state === 'journal_ahead')
      throw new CodedError('ENGINE_UNAVAILABLE', { reason: 'clock', state });
    if (this.standby.isFollowing) return;
    const isServing = this.service !== undefined && this.isAbleToServe;
    if (!isServing) throw new CodedError('ENGINE_UNAVAILABLE');
  }

  /**
   * Takes in nothing more, does what was taken in, events included, as far as `STOP_FLUSH_MS` lets it, and hands over.
   * What is left then was not answered: its outcome is unknown to its caller, and the journal knows it. At last it
   * leaves a snapshot for its next start.
   */
  async stop(): Promise<void> {
    const { engine, log } = this.parts;
    const { publisher, snapshots, proof, journal } = this.parts.catchUp;
    this.stopping.abort();
    clearInterval(this.looking);
    if (this.loop === undefined) return;
    const patience = new AbortController();
    const timeout = sleep(STOP_FLUSH_MS, 'late' as const, { signal: patience.signal });
    const flushed = (async () => {
      await this.service?.stop();
      engine.stop();
      await this.loop;
      await publisher.whenIdle();
      return 'done' as const;
    })();
    const end = await Promise.race([flushed, timeout]).catch((error: unknown) => error);
    patience.abort();
    // Whoever takes over does not wait for what this engine might still say.
    proof.end();
    this.leadership?.handOver(journal.position.writer);
    if (end === 'done') await snapshots.atTheEnd();
    else log.warn({ reason: end, pending: publisher.pending }, 'stopped unflushed');
  }
}
