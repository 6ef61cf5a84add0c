import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  EXIT_BUG,
  EXIT_CONFIG,
  EXIT_FAILED,
  EXIT_STOPPED,
  runApplication,
} from './run-application';
import type { RunningApplication, StartContext } from './run-application';

type Config = { logLevel: 'silent'; port: number };

class FakeProcess extends EventEmitter {
  readonly exited: Promise<number>;
  readonly printed: string[] = [];
  readonly stderr = { write: (text: string) => this.printed.push(text) };
  private resolveExit!: (code: number) => void;

  constructor() {
    super();
    this.exited = new Promise((resolve) => {
      this.resolveExit = resolve;
    });
  }

  exit(code: number): void {
    this.resolveExit(code);
  }
}

const config = z
  .object({ PORT: z.string({ error: 'must be a port' }) })
  .transform((env): Config => ({ logLevel: 'silent', port: Number(env.PORT) }));

function run(
  start: (context: StartContext<Config>) => Promise<RunningApplication>,
  environment: Record<string, string> = { PORT: '1' },
) {
  const host = new FakeProcess();
  const settled = runApplication(
    { service: 'test', config, environment, start, stopDeadlineMs: 50 },
    host,
  );
  return { host, settled };
}

describe('runApplication', () => {
  it('passes the config and stops once on a signal, with exit code 0', async () => {
    let stops = 0;
    const { host, settled } = run(async (context) => {
      expect(context.config.port).toBe(1);
      return {
        stop: async () => {
          stops++;
        },
      };
    });
    await settled;
    host.emit('SIGTERM', 'SIGTERM');
    expect(await host.exited).toBe(EXIT_STOPPED);
    expect(stops).toBe(1);
  });

  it('prints what is wrong with the configuration and exits with its own code', async () => {
    const { host } = run(() => Promise.reject(new Error('must not start')), {});
    expect(await host.exited).toBe(EXIT_CONFIG);
    expect(host.printed.join('')).toContain('PORT is missing: must be a port');
  });

  it('exits with failure when it cannot start', async () => {
    const { host } = run(() => Promise.reject(new Error('no NATS')));
    expect(await host.exited).toBe(EXIT_FAILED);
  });

  it('is gone at once on a signal while it starts', async () => {
    const { host } = run(() => new Promise(() => {}));
    host.emit('SIGINT', 'SIGINT');
    expect(await host.exited).toBe(EXIT_STOPPED);
  });

  it('exits with failure when stopping takes longer than the deadline', async () => {
    const { host, settled } = run(async () => ({ stop: () => new Promise(() => {}) }));
    await settled;
    host.emit('SIGTERM', 'SIGTERM');
    expect(await host.exited).toBe(EXIT_FAILED);
  });

  it('exits at once on the second signal', async () => {
    const { host, settled } = run(async () => ({ stop: () => new Promise(() => {}) }));
    await settled;
    host.emit('SIGINT', 'SIGINT');
    host.emit('SIGINT', 'SIGINT');
    expect(await host.exited).toBe(EXIT_FAILED);
  });

  it('stops gracefully, with failure, when a part is lost for good', async () => {
    let stops = 0;
    const { host, settled } = run(async (context) => {
      setImmediate(() => context.fail(new Error('fenced')));
      return {
        stop: async () => {
          stops++;
        },
      };
    });
    await settled;
    expect(await host.exited).toBe(EXIT_FAILED);
    expect(stops).toBe(1);
  });

  it.each(['uncaughtException', 'unhandledRejection'])('stops at once on %s', async (event) => {
    const { host, settled } = run(async () => ({ stop: async () => {} }));
    await settled;
    host.emit(event, new Error('a belief is broken'));
    expect(await host.exited).toBe(EXIT_BUG);
  });
});
