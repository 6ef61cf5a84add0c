import { OperatorCalls } from './generated/operator-calls';
import { Caller } from './http/caller';
import type { ConnectionOptions } from './http/http-sender';

/** By a key; or, in a page of the gateway itself, by the cookie of a session and its token. */
export type AdminClientOptions = Omit<ConnectionOptions, 'url'> & {
  readonly gatewayUrl: string;
} & ({ readonly adminKey: string } | { readonly csrfToken: string });

/** The operator's endpoints. A request that would act twice is not repeated once it may have been carried out. */
export class AdminClient extends OperatorCalls {
  protected readonly caller: Caller;

  constructor({ gatewayUrl, ...options }: AdminClientOptions) {
    super();
    const headers: Readonly<Record<string, string>> =
      'adminKey' in options
        ? { 'X-Admin-Key': options.adminKey }
        : { 'X-CSRF-Token': options.csrfToken };
    const headersFor = () => headers;
    this.caller = new Caller({ url: gatewayUrl, ...options }, { headersFor });
  }
}
