/**
 * The nodes of one chain. A request that any node may answer goes to one, and to the next if it fails. A request that
 * decides about money goes to all, and at least `witnesses` must answer. Every fault that ends here becomes
 * `CHAIN_UNAVAILABLE` or `CHAIN_DISAGREEMENT`: nothing was decided, and a retry is right.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { assert, CodedError, backoffMs } from '@bellwether/errors';
import { COOL_DOWN_MS, FIRST_RETRY_MS, LAST_RETRY_MS, MAX_ATTEMPTS } from '../limits';
import type { Log } from '../log';
import type { AlarmKind, ChainAlarm } from './alarm';
import { Endpoint } from './endpoint';
import type { Ask } from './endpoint';
import { faultText, isRequestError } from './rpc-fault';

export interface PoolOptions {
  readonly chain: 'ext' | 'main';
  readonly rpcUrls: readonly string[];
  /** If absent, the first node that answers sets it, and the other must agree. */
  readonly genesisHash: string | undefined;
  readonly witnesses: number;
  readonly requestMs: number;
  readonly log: Log;
  readonly onAlarm: (alarm: ChainAlarm) => void;
}

export interface Answer<T> {
  readonly endpoint: Endpoint;
  readonly value: T;
}

export class RpcPool {
  readonly endpoints: readonly Endpoint[];
  private genesisHash: string | undefined;

  constructor(private readonly options: PoolOptions) {
    this.genesisHash = options.genesisHash;
    const expect = (found: string, endpoint: Endpoint): void => this.checkGenesis(found, endpoint);
    this.endpoints = options.rpcUrls.map((url, place) => new Endpoint(url, place, expect));
    assert(
      options.witnesses >= 1 && options.witnesses <= this.endpoints.length,
      'as many witnesses as there are endpoints, or fewer',
    );
  }

  get witnesses(): number {
    return this.options.witnesses;
  }

  get requestMs(): number {
    return this.options.requestMs;
  }

  /**
   * One node's answer, or the next one's if it fails, with pauses that double.
   * @throws CodedError CHAIN_UNAVAILABLE after the last attempt; an error in the request itself, at once
   */
  async any<T>(what: string, request: Ask<T>, timeoutMs = this.options.requestMs): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const endpoint = this.readiest();
      try {
        return await endpoint.ask(request, timeoutMs);
      } catch (error) {
        if (isRequestError(error)) throw error;
        this.reportFault(endpoint, what, error);
        if (attempt + 1 >= MAX_ATTEMPTS) throw this.unavailable(what, error);
      }
      await pauseBefore(attempt);
    }
  }

  /**
   * The answers of all nodes, requested at the same time. A node that failed recently is left out if the others are
   * enough, as it would slow each request to its time-out.
   * @param options.required how many must answer; default: the pool's witnesses
   * @throws CodedError CHAIN_UNAVAILABLE if fewer do
   */
  async all<T>(
    what: string,
    request: Ask<T>,
    options: { required?: number; timeoutMs?: number } = {},
  ): Promise<Answer<T>[]> {
    const answers: Answer<T>[] = [];
    const required = options.required ?? this.witnesses;
    const nowMs = performance.now();
    const ready = this.endpoints.filter(({ coolUntilMs }) => coolUntilMs <= nowMs);
    let fault: unknown;
    await Promise.all(
      (ready.length >= required ? ready : this.endpoints).map(async (endpoint) => {
        try {
          const value = await this.twice(endpoint, request, options.timeoutMs);
          answers.push({ endpoint, value });
        } catch (error) {
          fault = error;
          this.reportFault(endpoint, what, error);
        }
      }),
    );
    if (answers.length < required) throw this.unavailable(what, fault);
    return answers.sort(
      (a, b) => this.endpoints.indexOf(a.endpoint) - this.endpoints.indexOf(b.endpoint),
    );
  }

  alarm(kind: AlarmKind, endpoint: Endpoint, details: ChainAlarm['details']): void {
    const alarm = { chain: this.options.chain, kind, endpoint: endpoint.label, details };
    this.options.log.error(alarm, 'a node of a chain contradicts what is known');
    this.options.onAlarm(alarm);
  }

  /** Raises the alarm and returns the error to throw. */
  disagreement(kind: AlarmKind, endpoint: Endpoint, details: ChainAlarm['details']): CodedError {
    this.alarm(kind, endpoint, details);
    return new CodedError('CHAIN_DISAGREEMENT', {
      chain: this.options.chain,
      kind,
      endpoint: endpoint.label,
      ...details,
    });
  }

  private async twice<T>(endpoint: Endpoint, request: Ask<T>, timeoutMs?: number): Promise<T> {
    const limitMs = timeoutMs ?? this.options.requestMs;
    try {
      return await endpoint.ask(request, limitMs);
    } catch (error) {
      if (isRequestError(error) || isDisagreement(error)) throw error;
      await pauseBefore(0);
      return endpoint.ask(request, limitMs);
    }
  }

  /** The first that is not cooling down; if all are, the one that failed longest ago. */
  private readiest(): Endpoint {
    const nowMs = performance.now();
    const waitsFor = ({ coolUntilMs }: Endpoint): number => (coolUntilMs > nowMs ? coolUntilMs : 0);
    return [...this.endpoints].sort((a, b) => waitsFor(a) - waitsFor(b))[0]!;
  }

  private reportFault(endpoint: Endpoint, what: string, error: unknown): void {
    endpoint.coolUntilMs = performance.now() + COOL_DOWN_MS;
    this.options.log.warn(
      { chain: this.options.chain, endpoint: endpoint.label, what, fault: faultText(error) },
      'a node of a chain did not answer',
    );
  }

  private unavailable(what: string, cause: unknown): CodedError {
    if (isDisagreement(cause)) return cause;
    return new CodedError('CHAIN_UNAVAILABLE', {
      chain: this.options.chain,
      what,
      fault: faultText(cause),
    });
  }

  private checkGenesis(found: string, endpoint: Endpoint): void {
    this.genesisHash ??= found;
    if (found === this.genesisHash) return;
    throw this.disagreement('genesis_differs', endpoint, { expected: this.genesisHash, found });
  }
}

const isDisagreement = (error: unknown): error is CodedError =>
  error instanceof CodedError && error.code === 'CHAIN_DISAGREEMENT';

function pauseBefore(attempt: number): Promise<void> {
  const bounds = { firstMs: FIRST_RETRY_MS, lastMs: LAST_RETRY_MS };
  return sleep(backoffMs(bounds, attempt, Math.random()));
}
