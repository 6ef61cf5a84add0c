/**
 * Health checks: each asks the real dependency, within a time limit. A check that is not `required` is shown, but does
 * not take the app out of service (the gateway trades on while history is away).
 */
import { CodedError } from '@bellwether/errors';

export interface HealthCheck {
  readonly name: string;
  readonly required: boolean;
  /** Resolves when the part is well; rejects when it is not. */
  check(): Promise<unknown>;
}

export interface CheckResult {
  readonly ok: boolean;
  readonly required: boolean;
  readonly duration_ms: number;
  /** A code or a word; never a message, which may name hosts. */
  readonly error?: string;
}

export interface HealthReport {
  readonly ready: boolean;
  readonly stopping: boolean;
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/** A part that needs longer to report counts as failed. It is below the usual probe timeout of a few seconds. */
export const DEFAULT_CHECK_TIMEOUT_MS = 1_000;

export class Health {
  private readonly timeoutMs: number;
  private readonly checks: HealthCheck[];
  private isStopping = false;
  private running: Promise<HealthReport> | undefined;

  constructor(options: { checks: readonly HealthCheck[]; timeoutMs?: number }) {
    this.checks = [...options.checks];
    this.timeoutMs = options.timeoutMs ?? DEFAULT_CHECK_TIMEOUT_MS;
  }

  /** Not ready from now on, so that callers go elsewhere before the process ends. */
  markStopping(): void {
    this.isStopping = true;
  }

  /** Concurrent callers share one run, so probes cannot load the dependency. */
  report(): Promise<HealthReport> {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async run(): Promise<HealthReport> {
    const results = await Promise.all(
      this.checks.map(async (one) => [one.name, await this.runOne(one)] as const),
    );
    const isReady = results.every(([, result]) => result.ok || !result.required);
    return {
      ready: isReady && !this.isStopping,
      stopping: this.isStopping,
      checks: Object.fromEntries(results),
    };
  }

  private async runOne(one: HealthCheck): Promise<CheckResult> {
    const startedMs = performance.now();
    const outcome = await withinTime(one, this.timeoutMs);
    const durationMs = Math.round(performance.now() - startedMs);
    const base = { ok: outcome === undefined, required: one.required, duration_ms: durationMs };
    return outcome === undefined ? base : { ...base, error: outcome };
  }
}

/** `undefined` when well, else the reason as a code or a word. */
async function withinTime(one: HealthCheck, timeoutMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('timed out'), timeoutMs);
  });
  const check = Promise.resolve()
    .then(() => one.check())
    .then(
      () => undefined,
      (error: unknown) => (error instanceof CodedError ? error.code : 'failed'),
    );
  try {
    return await Promise.race([check, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
