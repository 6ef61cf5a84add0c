import { Inject, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { EngineClient, followEngineTime } from '@bellwether/bus';

/** The process goes by the engine's time: each of its answers tells it, and it is asked where nobody asks anything. */
@Module({})
export class EngineTimeModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(@Inject(EngineClient) private readonly engine: EngineClient) {}

  onApplicationBootstrap(): void {
    void followEngineTime(this.engine, this.stopping.signal);
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }
}
