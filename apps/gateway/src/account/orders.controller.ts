import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ENGINE_READ,
  MARKET_HISTORY_READ,
  nonceOutcomeAnswer,
  nonceParameter,
  orderAnswer,
  orderIdParameter,
  ordersAnswer,
  ordersQuery,
  presentNonceOutcome,
  presentOrder,
  presentOrders,
  publicKey,
} from '@bellwether/api';
import type { OrdersQuery } from '@bellwether/api';
import { Answers, PathParam, QueryParams } from '@bellwether/runtime';
import { OwnerReads } from '../account-sessions/owner.guard';
import { UserOrders } from './user-orders';

/** A user's orders: its owner's to read. */
@ApiTags('Accounts')
@Controller('/v1/orders/:public_key')
@OwnerReads('public_key')
export class OrdersController {
  constructor(@Inject(UserOrders) private readonly orders: UserOrders) {}

  @Answers('listOrders', {
    summary: "List a user's orders",
    description:
      'With `status=open` they are live, as of the request; any other list is history and may lag by moments.',
    answer: ordersAnswer,
    codes: [...MARKET_HISTORY_READ],
  })
  @Get()
  async list(
    @PathParam('public_key', publicKey) user: Uint8Array,
    @QueryParams(ordersQuery) query: OrdersQuery,
  ) {
    return presentOrders(await this.orders.list(user, query));
  }

  @Answers('getOrder', {
    summary: 'Read an order',
    answer: orderAnswer,
    codes: [...ENGINE_READ, 'HISTORY_UNAVAILABLE', 'ORDER_NOT_FOUND'],
  })
  @Get('/:order_id')
  async byId(
    @PathParam('public_key', publicKey) user: Uint8Array,
    @PathParam('order_id', orderIdParameter) orderId: number,
  ) {
    return presentOrder(await this.orders.byId(user, orderId));
  }

  @Answers('getOrderByNonce', {
    summary: 'Read what became of a nonce',
    description:
      'For a caller who never got the answer to an order: the order, or the refusal that used the nonce up.',
    answer: nonceOutcomeAnswer,
    codes: [...ENGINE_READ, 'HISTORY_UNAVAILABLE', 'ORDER_NOT_FOUND'],
  })
  @Get('/by-nonce/:nonce')
  async byNonce(
    @PathParam('public_key', publicKey) user: Uint8Array,
    @PathParam('nonce', nonceParameter) nonce: number,
  ) {
    return presentNonceOutcome(nonce, await this.orders.byNonce(user, nonce));
  }
}
