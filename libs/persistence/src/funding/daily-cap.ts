import { capRemaining, capResetsAtMs } from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { giveBackCap, readBucket, readSettings, writeSettings } from './daily-cap-rows';
import { wakeQueued } from './wake-queued';

/** The cap of the present UTC day. Amounts in micro-USDC, `resetsAtMs` in Unix milliseconds. */
export interface DailyCapStatus {
  readonly capMicroUsdc: number;
  readonly usedMicroUsdc: number;
  readonly remainingMicroUsdc: number;
  readonly resetsAtMs: number;
}

/** The daily cap's present state. `DepositStore.decide` reserves from it; corrections come with the deposits' steps. */
export class DailyCap {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** The cap counts what stays: what was withdrawn again is given back, and wakes deposits that wait for room. */
  async giveBack(nowMs: number): Promise<number> {
    return this.connections.transaction(async (client) => {
      const more = await giveBackCap(client, nowMs);
      if (more > 0) await wakeQueued(client, 'daily_cap', nowMs);
      return more;
    });
  }

  async status(nowMs: number): Promise<DailyCapStatus> {
    return this.connections.transaction(async (client) => {
      const bucket = await readBucket(client, await readSettings(client), nowMs);
      const { capMicroUsdc, usedMicroUsdc } = bucket;
      const remainingMicroUsdc = capRemaining(bucket);
      return { capMicroUsdc, usedMicroUsdc, remainingMicroUsdc, resetsAtMs: capResetsAtMs(nowMs) };
    });
  }
}

/** Settings made by operators. A change wakes the deposits that wait for it, in the same transaction. */
export class FundingSettings {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** False: new deposits wait in the queue as `bridge_off`. */
  async bridgeExecutor(): Promise<boolean> {
    const settings = await this.connections.statement((client) => readSettings(client));
    return settings.bridgeExecutor;
  }

  /** Turning it on wakes the deposits that wait for it. */
  async setBridgeExecutor(enabled: boolean, nowMs: number): Promise<void> {
    await this.connections.transaction(async (client) => {
      const settings = await readSettings(client, 'FOR UPDATE');
      await writeSettings(client, { ...settings, bridgeExecutor: enabled }, nowMs);
      if (enabled) await wakeQueued(client, 'bridge_off', nowMs);
    });
  }

  /** A cap below what is used already lets nothing in until the reset. A higher one wakes waiting deposits. */
  async setDailyCap(microUsdc: number, nowMs: number): Promise<void> {
    await this.connections.transaction(async (client) => {
      const settings = await readSettings(client, 'FOR UPDATE');
      await writeSettings(client, { ...settings, dailyCapMicroUsdc: microUsdc }, nowMs);
      if (microUsdc <= settings.dailyCapMicroUsdc) return;
      await wakeQueued(client, 'daily_cap', nowMs);
      await wakeQueued(client, 'operator_review', nowMs);
    });
  }
}
