/** The exchange of one spec: empty, in its own folder, which is removed with it. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Exchange } from '../../e2e/src/exchange';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import type { StartedExchange } from '../../e2e/start-exchange.mjs';

/** For trials that wait for chains, or ask them for nothing. */
export const QUICK_CHAINS = ['--slot-ms', '100', '--blocks', 'on-demand'] as const;

export class OwnExchange {
  private constructor(
    readonly exchange: Exchange,
    private readonly running: StartedExchange,
  ) {}

  /** @param name part of the folder's name */
  static async start(name: string, flags: readonly string[] = []): Promise<OwnExchange> {
    const dataDir = await mkdtemp(join(tmpdir(), `bellwether-${name}-`));
    const running = await startExchange({
      dataDir,
      port: await freePorts(),
      flags: ['--empty', ...flags],
    });
    return new OwnExchange(new Exchange(dataDir), running);
  }

  async stop(): Promise<void> {
    await this.running.end('SIGTERM');
    await removeUnlessKept(this.exchange.dataDir);
  }
}
