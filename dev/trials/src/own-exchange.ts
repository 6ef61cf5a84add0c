/** The exchange of one spec: empty, in a folder of its own that goes with it. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Exchange } from '../../e2e/src/exchange';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import type { StartedExchange } from '../../e2e/start-exchange.mjs';

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
