/** Endpoints as paths, queries and answers; the base of all clients in this package. */
import type { BellwetherError, NonceQuery } from '../errors';
import { HttpSender } from './http-sender';
import type { CallOptions, HttpAnswer, HttpRequest, SenderOptions } from './http-sender';

/** The answer to a change, and how it was obtained. */
export interface Receipt<T> {
  readonly answer: T;
  /** The answer belongs to an earlier, equal request: sending it again had no further effect. */
  readonly replayed: boolean;
  readonly attempts: number;
  /** Identifies the request to an operator. */
  readonly requestId: string;
}

/** Fields of the answer type; one or two suffice to recognize the answer. */
type FieldsOf<T> = readonly (keyof T & string)[];

/** Authentication: headers for each attempt, and corrections after a refusal. */
export interface Credentials {
  readonly headersFor: (request: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
  }) => Readonly<Record<string, string>>;
  readonly correct?: (error: BellwetherError) => boolean;
}

export interface Change {
  readonly path: string;
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  /** JSON as it is sent; `{}` if there are no fields. */
  readonly body: string;
  readonly effect: 'read' | 'exactly-once' | 'once';
  readonly isWrapped?: boolean;
  readonly nonceQuery?: NonceQuery;
  readonly credentials?: Credentials | undefined;
}

export class Caller {
  private readonly sender: HttpSender;
  private readonly credentials: Credentials | undefined;

  constructor(options: SenderOptions, credentials?: Credentials) {
    this.sender = new HttpSender(options);
    this.credentials = credentials;
  }

  async read<T>(
    path: string,
    fields: FieldsOf<T>,
    options: CallOptions & {
      /** Of strings and numbers; what is undefined is left out. */
      readonly query?: object;
      readonly isWrapped?: boolean;
      readonly credentials?: Credentials | undefined;
    } = {},
  ): Promise<T> {
    const { query = {}, isWrapped = false, credentials = this.credentials } = options;
    const target = `${path}${queryText(query)}`;
    const request: HttpRequest = {
      method: 'GET',
      path: target,
      effect: 'read',
      shape: { isWrapped, fields },
      ...this.authority(credentials, { method: 'GET', path: target, body: '' }),
    };
    return contentOf<T>(await this.sender.send(request, options));
  }

  async change<T>(
    change: Change,
    fields: FieldsOf<T>,
    options: CallOptions = {},
  ): Promise<Receipt<T>> {
    const { path, method = 'POST', body, effect, nonceQuery, isWrapped = false } = change;
    const credentials = change.credentials ?? this.credentials;
    const request: HttpRequest = {
      method,
      path,
      body,
      effect,
      shape: { isWrapped, fields },
      ...(nonceQuery === undefined ? {} : { nonceQuery }),
      ...this.authority(credentials, { method, path, body }),
    };
    const answer = await this.sender.send(request, options);
    return {
      answer: contentOf<T>(answer),
      replayed: answer.headers.get('idempotent-replay') === 'true',
      attempts: answer.attempts,
      requestId: answer.headers.get('x-request-id') ?? '',
    };
  }

  /** A change that changes nothing: the answer is all there is to it. */
  async ask<T>(change: Change, fields: FieldsOf<T>, options?: CallOptions): Promise<T> {
    return (await this.change<T>(change, fields, options)).answer;
  }

  private authority(
    credentials: Credentials | undefined,
    request: { readonly method: string; readonly path: string; readonly body: string },
  ): Pick<HttpRequest, 'headers' | 'correct'> {
    if (credentials === undefined) return {};
    const { correct } = credentials;
    return {
      headers: () => credentials.headersFor(request),
      ...(correct === undefined ? {} : { correct }),
    };
  }
}

/** The one cast of outside data to a type: the checked fields are present, the interface promises the rest. */
const contentOf = <T>({ content }: HttpAnswer): T => content as T;

export function queryText(query: object): string {
  const given = Object.entries<string | number | undefined>({ ...query }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Builds a path from fixed words and escaped values. */
export const pathOf = (parts: TemplateStringsArray, ...values: readonly (string | number)[]) =>
  parts
    .map((part, index) => {
      const value = values[index];
      return value === undefined ? part : `${part}${encodeURIComponent(value)}`;
    })
    .join('');
