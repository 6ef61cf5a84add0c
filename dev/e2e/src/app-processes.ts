/** The apps of a running exchange as processes: where each says how it is, and another one like it. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { leash } from '@bellwether/local-services';
import { z } from 'zod';
import { eventually } from './eventually';
import type { Exchange } from './exchange';
import { http } from './http';
import { pidOf } from './processes';
import type { PartName } from './processes';

const DIST = fileURLToPath(new URL('../../../dist/apps', import.meta.url));

/** The engine twice, as `--standby` has it. */
export const APPS = [
  'projector',
  'journal-archiver',
  'bridge-relayer',
  'withdraw-worker',
  'deposit-listener',
  'signer',
  'gateway',
  'matching-engine-standby',
  'matching-engine',
] as const satisfies readonly PartName[];
export type AppName = (typeof APPS)[number];

const report = z.object({
  ready: z.boolean(),
  checks: z.record(z.string(), z.object({ ok: z.boolean(), error: z.string().optional() })),
});

/** The environment of an app; only its own account may read it. */
function environmentOf(dataDir: string, app: AppName): Record<string, string> {
  const text = readFileSync(`/proc/${pidOf(dataDir, app)}/environ`, 'utf8');
  const entries = text.split('\0').filter((entry) => entry.includes('='));
  return Object.fromEntries(
    entries.map((entry) => [
      entry.slice(0, entry.indexOf('=')),
      entry.slice(entry.indexOf('=') + 1),
    ]),
  );
}

const portVariableOf = (environment: Record<string, string>) =>
  'PORT' in environment ? 'PORT' : 'HEALTH_PORT';

/** Where the process of now answers. */
export function healthUrlOf({ dataDir }: Exchange, app: AppName): string {
  const environment = environmentOf(dataDir, app);
  return `http://127.0.0.1:${environment[portVariableOf(environment)]}`;
}

export async function readinessOf(url: string) {
  const { status, body } = await http(`${url}/readyz`);
  return { status, ...report.parse(body) };
}

/** Until it may be given work; asked anew where it is, as each start of a part has another health port. */
export const whenReady = (urlNow: () => string) =>
  eventually(
    () => Promise.resolve().then(() => readinessOf(urlNow())),
    ({ status }) => status === 200,
  );

/** Until every check holds, also those that it may be given work without. */
export const whenWell = (urlNow: () => string) =>
  eventually(
    () => Promise.resolve().then(() => readinessOf(urlNow())),
    ({ status, checks }) => status === 200 && Object.values(checks).every(({ ok }) => ok),
  );

/** A process of an app beside those of the supervisor, with the environment that the supervisor's has. It ends with us. */
export class AppReplica {
  readonly url: string;
  private readonly ended: Promise<unknown[]>;

  private constructor(
    private readonly child: ChildProcess,
    port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.ended = once(child, 'exit');
    if (child.pid === undefined) return;
    const release = leash(child.pid, 'SIGKILL');
    child.once('exit', release);
  }

  static start(
    { dataDir }: Exchange,
    app: AppName,
    port: number,
    changes: Record<string, string> = {},
  ): AppReplica {
    const environment = environmentOf(dataDir, app);
    const bundle = app === 'matching-engine-standby' ? 'matching-engine' : app;
    const child = spawn(process.execPath, [`${DIST}/${bundle}/main.js`], {
      env: { ...environment, ...changes, [portVariableOf(environment)]: String(port) },
      stdio: 'ignore',
    });
    return new AppReplica(child, port);
  }

  /** @returns its exit code, null where a signal ended it */
  async end(signal: NodeJS.Signals): Promise<unknown> {
    this.child.kill(signal);
    const [code] = await this.ended;
    return code;
  }
}
