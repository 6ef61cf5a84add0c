import { Controller, Inject } from '@nestjs/common';
import { carriedOut, cases, withPlace } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import { attestationBytes } from '@bellwether/exchange';
import { Endpoint, markReplay, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { NetworkOfExchange } from '../exchange/network';
import { SharedQueries } from '../live/shared-queries';
import { withSignatureHelp } from '../trading/signature-help';

/** Who may say results, and what they say. The engine verifies it, and who sends it does not matter. */
@Controller()
export class AttestationController {
  constructor(
    @Inject(EngineClient) private readonly engine: Pick<EngineClient, 'send'>,
    @Inject(SharedQueries) private readonly queries: Pick<SharedQueries, 'query'>,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
  ) {}

  @Endpoint(cases.listSources)
  async sources() {
    const { view: sources, ...asOf } = await this.queries.query('sources', {});
    return withPlace({ sources }, asOf);
  }

  @Endpoint(cases.attest)
  async attest({ body, request, reply }: In<typeof cases.attest>) {
    const network = await this.exchange.network();
    const command = { kind: 'attest', ...body } as const;
    const requestId = requestIdOf(request);
    const done = await withSignatureHelp(
      () => attestationBytes(command, network),
      async () => carriedOut(await this.engine.send('order', command, { requestId }), 'case'),
    );
    markReplay(reply, done);
    return withPlace(done.body, done);
  }
}
