/** The life of a shard in this process: catch up, serve, stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serveEngine } from '@bellwether/bus';
import type { Bus, EngineService } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { Logger } from '@bellwether/runtime';
import { catchUp } from './catch-up';
import type { CatchUpParts } from './catch-up';
import type { Engine } from './engine';
import { STOP_FLUSH_MS } from './limits';

export interface EngineShardDependencies {
  readonly engine: Engine;
  readonly catchUp: CatchUpParts;
  readonly bus: Bus;
  readonly log: Logger;
}

export class EngineShard {
  private service: EngineService | undefined;
  private loop: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly options: { readonly shard: number },
    private readonly parts: EngineShardDependencies,
  ) {}

  /** Catches up and begins to serve. The loop's end, when nobody stopped it, goes to `onBroken`. */
  async start(onBroken: (reason: unknown) => void): Promise<void> {
    const { engine, bus, log } = this.parts;
    await catchUp(this.parts.catchUp);
    this.loop = engine.run();
    this.loop.catch((reason: unknown) => {
      if (!this.isStopping) onBroken(reason);
    });
    this.service = await serveEngine(bus, this.options.shard, {
      onCommand: (incoming) => engine.take(incoming),
      onQuery: (incoming) => engine.ask(incoming),
    });
    log.info({ shard: this.options.shard }, 'serving');
  }

  /** @throws CodedError while commands are not served */
  async check(): Promise<void> {
    const { bus, engine } = this.parts;
    const isServing = this.service !== undefined && bus.connected && engine.isKeepingUp;
    if (!isServing) throw new CodedError('ENGINE_UNAVAILABLE');
  }

  /**
   * Takes in nothing more, and does what was taken in, events included, as far as `STOP_FLUSH_MS` lets it. What is left
   * then was not answered: its outcome is unknown to its caller, and the journal knows it.
   */
  async stop(): Promise<void> {
    const { engine, log } = this.parts;
    const { publisher } = this.parts.catchUp;
    this.isStopping = true;
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
    if (end !== 'done') log.warn({ reason: end, pending: publisher.pending }, 'stopped unflushed');
  }
}
