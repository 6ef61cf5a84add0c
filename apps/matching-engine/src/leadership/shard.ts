/** The life of a shard in this process: stand by, catch up, serve, hand over, stop. */
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
import { LEADER_LOOK_INTERVAL_MS, STOP_FLUSH_MS, SURE_AFTER_PROOF_MS } from '../limits';
import type { Pipeline } from '../pipeline';
import type { ShardFigures } from '../telemetry/shard-metrics';
import { catchUp } from './catch-up';
import type { CatchUpParts } from './catch-up';
import type { JournalHeartbeat } from './journal-heartbeat';
import { Standby } from './standby';

export interface ShardDependencies {
  readonly pipeline: Pipeline;
  readonly catchUp: CatchUpParts;
  readonly exchangeClock: ExchangeClock;
  readonly clockWatch: ClockWatch;
  readonly bus: Bus;
  readonly connection: ConnectionState;
  readonly heartbeat: JournalHeartbeat;
  readonly log: Logger;
}

export class Shard {
  private readonly stopping = new AbortController();
  private readonly standby: Standby;
  private service: EngineService | undefined;
  private leadership: Leadership | undefined;
  private loop: Promise<void> | undefined;
  private looking: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: { readonly shard: number },
    private readonly parts: ShardDependencies,
  ) {
    const { bus, connection, log, catchUp: parties } = parts;
    const { journal, publisher } = parties;
    const { signal } = this.stopping;
    const { shard } = options;
    this.standby = new Standby({ bus, connection, shard, journal, publisher, signal, log });
  }

  /**
   * Stands by while another engine leads, then catches up and serves. `onBroken` gets the end of the serving loop,
   * unless `stop` caused it.
   */
  async start(onBroken: (reason: unknown) => void): Promise<void> {
    const { pipeline, bus, clockWatch, exchangeClock, log } = this.parts;
    const { signal } = this.stopping;
    void clockWatch.run(signal);
    const announce = async (): Promise<Leadership> => {
      this.leadership = answerAsLeader(bus, this.options.shard, () => this.announcement());
      await bus.whenSubscribed();
      return this.leadership;
    };
    await catchUp(this.parts.catchUp, { standby: this.standby, announce, signal });
    clockWatch.beginStamping((reason) => pipeline.abort(reason));
    this.loop = pipeline.run();
    this.loop.catch((reason: unknown) => {
      if (!signal.aborted) onBroken(reason);
    });
    this.service = await serveEngine(bus, this.options.shard, {
      receive: (lane, read) => pipeline.receive(lane, read),
      turnsAway: (lane) => pipeline.rejection(lane),
      refuse: (send) => pipeline.refuse(send),
      onCommand: (incoming) => pipeline.push(incoming),
      onQuery: (incoming) => pipeline.query(incoming),
      nowMs: exchangeClock.nowMs,
    });
    this.looking = setInterval(() => this.look(), LEADER_LOOK_INTERVAL_MS);
    log.info({ shard: this.options.shard }, 'serving');
  }

  /**
   * An engine whose journal takes no appends unsubscribes, so that callers learn at once that no engine is available.
   * After a lost connection another engine may lead, so this one asks for a proof.
   */
  private look(): void {
    if (this.stopping.signal.aborted) return;
    const { pipeline, connection, catchUp: parties } = this.parts;
    if (pipeline.isKeepingUp) this.service?.resume();
    else this.service?.pause();
    if (connection.connected && !parties.lease.isOfTheseConnections) pipeline.requestProof();
  }

  /** For a standby. Null if this engine does not know that it leads. */
  private announcement(): LeaderAnnouncement | null {
    const { exchange, journal, snapshots } = this.parts.catchUp;
    // Each check starts the next ping.
    const isThere = this.parts.heartbeat.isThere;
    if (!this.parts.catchUp.lease.isHeld && !(isThere && this.isAtRest)) return null;
    snapshots.leaveToStandby();
    return { epoch: journal.position.epoch, seq: exchange.lastSeq };
  }

  /** It knows the time, lost no connection since it proved that it leads, and no append is late. */
  private get isAtRest(): boolean {
    const { pipeline, clockWatch, catchUp: parties } = this.parts;
    const isOnTime = clockWatch.isSure && pipeline.appendingMs < SURE_AFTER_PROOF_MS;
    return isOnTime && parties.lease.isOfTheseConnections;
  }

  /** It serves as the leader. */
  get leads(): boolean {
    return this.service !== undefined && !this.stopping.signal.aborted;
  }

  /** It receives commands, knows the time, and the journal takes appends. */
  private get isAbleToServe(): boolean {
    const { connection, pipeline, clockWatch } = this.parts;
    return connection.connected && clockWatch.isSure && pipeline.isKeepingUp;
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

  /** @throws CodedError while this engine serves no commands and follows no other engine that does */
  async check(): Promise<void> {
    const { state } = this.parts.exchangeClock;
    if (state === 'differs' || state === 'journal_ahead')
      throw new CodedError('ENGINE_UNAVAILABLE', { reason: 'clock', state });
    if (this.standby.isFollowing) return;
    const isServing = this.service !== undefined && this.isAbleToServe;
    if (!isServing) throw new CodedError('ENGINE_UNAVAILABLE');
  }

  /**
   * Stops in order: takes no new commands, finishes the enqueued ones and their events within `STOP_FLUSH_MS`, and
   * hands over. A command that remains then gets no answer: its outcome is unknown to its caller and known to the
   * journal. Last, it writes a snapshot for the next start.
   */
  async stop(): Promise<void> {
    const { pipeline, log } = this.parts;
    const { publisher, snapshots, lease, journal } = this.parts.catchUp;
    this.stopping.abort();
    clearInterval(this.looking);
    if (this.loop === undefined) return;
    const timer = new AbortController();
    const timeout = sleep(STOP_FLUSH_MS, 'late' as const, { signal: timer.signal });
    const flushed = (async () => {
      await this.service?.stop();
      pipeline.stop();
      await this.loop;
      await publisher.whenIdle();
      return 'done' as const;
    })();
    const end = await Promise.race([flushed, timeout]).catch((error: unknown) => error);
    timer.abort();
    // The successor need not wait for this engine's lease.
    lease.end();
    this.leadership?.handOver(journal.position.writer);
    if (end === 'done') await snapshots.atTheEnd();
    else log.warn({ reason: end, pending: publisher.pending }, 'stopped unflushed');
  }
}
