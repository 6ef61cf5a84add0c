import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ALLOWING_KEY,
  ENGINE_READ,
  REVOKING_KEY,
  allowTradingKeyRequest,
  carriedOut,
  presentTradingKeyChange,
  presentTradingKeys,
  publicKey,
  revokeTradingKeyRequest,
  tradingKeyChangeAnswer,
  tradingKeysAnswer,
} from '@bellwether/api';
import type { AllowTradingKeyRequest, RevokeTradingKeyRequest } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import { sameBytes } from '@bellwether/codec';
import {
  Answers,
  Direct,
  HttpReply,
  HttpRequest,
  JsonBody,
  PathParam,
  markReplay,
  requestIdOf,
} from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NetworkOfExchange } from '../exchange/network';
import { SharedQueries } from '../live/shared-queries';
import { signatureOfText } from './owner-signature';

/** Keys that may trade for an account and nothing else, by texts of its owner. */
@ApiTags('Trading')
@Controller('/v1/trading-keys')
export class TradingKeyController {
  constructor(
    @Inject(EngineClient) private readonly engine: Pick<EngineClient, 'send'>,
    @Inject(SharedQueries) private readonly queries: SharedQueries,
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
  ) {}

  @Answers('allowTradingKey', {
    summary: 'Allow a key to trade for an account',
    description:
      'By a text that the owner signed, as a wallet signs texts. The key may place, change and cancel orders, redeem pairs, and nothing else: requests that it signs name it as `signer`. At most 16 keys of an account at a time, each for at most 366 days. A key that is allowed already gets the new end.',
    answer: tradingKeyChangeAnswer,
    repeats: true,
    codes: ALLOWING_KEY,
  })
  @Post()
  @HttpCode(200)
  @Direct()
  async allow(
    @JsonBody(allowTradingKeyRequest) { text, signature }: AllowTradingKeyRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    const { form } = signatureOfText(text, signature, await this.exchange.network());
    const { account: user, tradingKey, until, nonce } = text;
    const command = {
      kind: 'allow_trading_key',
      user,
      tradingKey,
      until,
      nonce,
      form,
      signature,
    } as const;
    const requestId = requestIdOf(request);
    const answer = await this.engine.send('order', command, { requestId });
    const done = carriedOut(answer, 'trading_key_allowed');
    markReplay(reply, done);
    return presentTradingKeyChange(done.body, done);
  }

  @Answers('revokeTradingKey', {
    summary: 'End a trading key',
    description:
      'By a text that the owner signed, with a new nonce; or that the trading key itself signed, with the nonce it was allowed with. From then on nothing that the key signed is carried out. Its open orders stay.',
    answer: tradingKeyChangeAnswer,
    repeats: true,
    codes: REVOKING_KEY,
  })
  @Post('/revoke')
  @HttpCode(200)
  @Direct()
  async revoke(
    @JsonBody(revokeTradingKeyRequest) { text, signature }: RevokeTradingKeyRequest,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
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
    return presentTradingKeyChange(done.body, done);
  }

  @Answers('listTradingKeys', {
    summary: 'List the trading keys of an account',
    description: 'Never older than the request.',
    answer: tradingKeysAnswer,
    codes: ENGINE_READ,
  })
  @Get('/:account')
  @Direct()
  async list(@PathParam('account', publicKey) account: Uint8Array) {
    const { view, ...asOf } = await this.queries.query('trading_keys', { user: account });
    return presentTradingKeys(account, view, asOf);
  }
}
