/** The base of the operators' clients: identity, and the sending of changes. */
import { Caller } from './http/caller';
import type { Change, Receipt } from './http/caller';
import type { CallOptions, ConnectionOptions } from './http/http-sender';

/** By a key; or, in a page of the gateway itself, by the cookie of a session and its token. */
export type AdminClientOptions = Omit<ConnectionOptions, 'url'> & {
  readonly gatewayUrl: string;
} & ({ readonly adminKey: string } | { readonly csrfToken: string });

export type Sent<T> = Promise<Receipt<T>>;
export type Effect = Change['effect'];

/** Setting the same value twice has no further effect, so these requests may be repeated like reads. */
export const SET: Effect = 'read';

export class AdminCalls {
  protected readonly caller: Caller;

  constructor({ gatewayUrl, ...options }: AdminClientOptions) {
    const headers: Readonly<Record<string, string>> =
      'adminKey' in options
        ? { 'X-Admin-Key': options.adminKey }
        : { 'X-CSRF-Token': options.csrfToken };
    const headersFor = () => headers;
    this.caller = new Caller({ url: gatewayUrl, ...options }, { headersFor });
  }

  protected set<T>(
    path: string,
    body: object,
    fields: readonly (keyof T & string)[],
    options: CallOptions | undefined,
  ): Sent<T> {
    return this.post(path, { body, effect: SET }, fields, options);
  }

  protected put<T>(
    path: string,
    body: object,
    fields: readonly (keyof T & string)[],
    options: CallOptions | undefined,
  ): Sent<T> {
    const change = { path, method: 'PUT', effect: SET, isWrapped: true } as const;
    return this.caller.change({ ...change, body: JSON.stringify(body) }, fields, options);
  }

  protected post<T>(
    path: string,
    { body, effect }: { readonly body: object; readonly effect: Effect },
    fields: readonly (keyof T & string)[],
    options: CallOptions | undefined,
  ): Sent<T> {
    const change = { path, effect, isWrapped: true, body: JSON.stringify(body) };
    return this.caller.change(change, fields, options);
  }
}
