import { Inject, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { EngineClient, followEngineTime } from '@bellwether/bus';

/** The process follows the engine's time: each answer of the engine contains it, and an idle process queries it. */
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
