import { toHex } from '@bellwether/codec';
import { postRequest } from '../http-connection';
import { BARE_ROUTE } from '../peer/start-peer';
import { TradingDesk } from '../trading-desk';
import { driveHttp } from './http-run';
import { orderBody } from './order-body';
import type { Run, Way } from './way';

const KEY_BYTES = 32;
const NO_SIGNATURE = toHex(new Uint8Array(64));

/** The peer: the same bodies as `POST /v1/orders`, to a route that passes them on to an echo and does nothing else. */
export class BareRoute implements Way {
  readonly lanes = [64, 1];
  private readonly desk: TradingDesk;

  constructor(
    readonly name: 'bare route' | 'bare route, our mux',
    private readonly url: string,
  ) {
    const user = new Uint8Array(KEY_BYTES).fill(1);
    this.desk = new TradingDesk(new Uint8Array(KEY_BYTES), [user, user]);
  }

  async run(lanes: number, each: number): Promise<Run> {
    const url = `${this.url}${BARE_ROUTE}`;
    const requests = Array.from({ length: lanes }, () =>
      this.desk
        .next(each)
        .map(({ terms }) => ({ ...orderBody(terms), signature: NO_SIGNATURE }))
        .map((body) => postRequest({ url, body: JSON.stringify(body) })),
    );
    return { load: await driveHttp(this.url, requests), placed: [] };
  }
}
