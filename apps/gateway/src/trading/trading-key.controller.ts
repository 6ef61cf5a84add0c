import { Controller, Inject } from '@nestjs/common';
import { carriedOut, trading, withPlace } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import { sameBytes } from '@bellwether/codec';
import { Endpoint, markReplay, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { NetworkOfExchange } from '../exchange/network';
import { SharedQueries } from '../live/shared-queries';
import { signatureOfText } from './owner-signature';

/** Keys that may trade for an account and nothing else, by texts of its owner. */
@Controller()
export class TradingKeyController {
  constructor(
    @Inject(EngineClient) private readonly engine: Pick<EngineClient, 'send'>,
    @Inject(SharedQueries) private readonly queries: SharedQueries,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
  ) {}

  @Endpoint(trading.allowTradingKey)
  async allow({ body: { text, signature }, request, reply }: In<typeof trading.allowTradingKey>) {
    const { form } = signatureOfText(text, signature, await this.exchange.network());
    const { account: user, network: _, ...allowed } = text;
    const command = { ...allowed, user, form, signature };
    const requestId = requestIdOf(request);
    const answer = await this.engine.send('order', command, { requestId });
    const done = carriedOut(answer, 'trading_key_allowed');
    markReplay(reply, done);
    return withPlace(done.body, done);
  }

  @Endpoint(trading.revokeTradingKey)
  async revoke({ body: { text, signature }, request, reply }: In<typeof trading.revokeTradingKey>) {
    const { account: user, tradingKey, nonce } = text;
    const network = await this.exchange.network();
    const { form, signer } = signatureOfText(text, signature, network, [user, tradingKey]);
    const signedBy = sameBytes(signer, user) ? ('owner' as const) : ('trading_key' as const);
    const command = {
      kind: 'revoke_trading_key',
      user,
      tradingKey,
      nonce,
      signedBy,
      form,
      signature,
    } as const;
    const requestId = requestIdOf(request);
    const answer = await this.engine.send('cancel', command, { requestId });
    const done = carriedOut(answer, 'trading_key_revoked');
    markReplay(reply, done);
    return withPlace(done.body, done);
  }

  @Endpoint(trading.listTradingKeys)
  async list({ path: { account } }: In<typeof trading.listTradingKeys>) {
    const { view, ...asOf } = await this.queries.query('trading_keys', { user: account });
    return { ...asOf, account, tradingKeys: view };
  }
}
