/** Refreshes the engine's time in a gateway or a signer: queries its status three times a minute. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@bellwether/errors';
import type { EngineClient } from '../engine/engine-client';
import { CLOCK_RETRY_MS, ENGINE_TIME_INTERVAL_MS, MAX_CLOCK_READING_MS } from './limits';

const QUERY = { requestId: 'time', timeoutMs: MAX_CLOCK_READING_MS, isAtOnce: true };

/** Until `signal` is aborted. Each answer of the engine contains its time, which `engine.time` stores. */
export async function followEngineTime(engine: EngineClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await engine.query('status', {}, QUERY);
    } catch (error) {
      // Without an engine other requests fail too, and report it.
      if (!(error instanceof CodedError)) throw error;
    }
    await untilNext(engine, signal);
  }
}

/** A jump of the wall clock makes the next query at once. */
async function untilNext({ time }: EngineClient, signal: AbortSignal): Promise<void> {
  const { steadyMs } = time.clocks;
  const untilMs = steadyMs() + ENGINE_TIME_INTERVAL_MS;
  do await sleep(CLOCK_RETRY_MS, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted && time.isSure && steadyMs() < untilMs);
}
