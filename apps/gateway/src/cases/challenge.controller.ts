import { Controller, Inject } from '@nestjs/common';
import { carriedOut, cases, sentBy, withPlace } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { challengeBytes } from '@bellwether/exchange';
import { Endpoint, markReplay, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { NetworkOfExchange } from '../exchange/network';
import { signatureOfText } from '../trading/owner-signature';
import { withSignatureHelp } from '../trading/signature-help';

/** Challenges of users who hold their own key. The engine verifies them. */
@Controller()
export class ChallengeController {
  constructor(
    @Inject(EngineClient) private readonly engine: Pick<EngineClient, 'send'>,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
  ) {}

  @Endpoint(cases.challengeCase)
  async challenge({
    path: { case_id: caseId },
    body: { text, ...terms },
    request,
    reply,
  }: In<typeof cases.challengeCase>) {
    const network = await this.exchange.network();
    if (text !== undefined && text.caseId !== caseId) {
      const expected = `a text about the case of the path: \`Case: ${caseId}\``;
      throw new CodedError('VALIDATION_FAILED', { field: 'text', value: text.caseId, expected });
    }
    const textForm =
      text === undefined ? undefined : signatureOfText(text, terms.signature, network).form;
    const command = { kind: 'challenge', ...terms, caseId, builder: null, textForm } as const;
    const requestId = requestIdOf(request);
    const done = await withSignatureHelp(
      () => challengeBytes(command, network),
      async () => carriedOut(await this.engine.send('order', command, { requestId }), 'challenged'),
    );
    markReplay(reply, done);
    return withPlace(done.body, done, { ...sentBy(terms), nonce: terms.nonce });
  }
}
