import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import {
  nonceParameter,
  orderIdParameter,
  ordersQuery,
  pageEnd,
  presentNonceOutcome,
  presentOrder,
  publicKey,
} from '@bellwether/api';
import type { OrdersQuery } from '@bellwether/api';
import { UserOrders } from './user-orders';

/** A user's orders, read without authentication as everything else that is public. */
@Controller('/v1/orders/:public_key')
export class OrdersController {
  constructor(@Inject(UserOrders) private readonly orders: UserOrders) {}

  @Get()
  async list(
    @Param('public_key', { schema: publicKey }) user: Uint8Array,
    @Query({ schema: ordersQuery }) query: OrdersQuery,
  ) {
    const { orders, lastKey } = await this.orders.list(user, query);
    return { orders: orders.map(presentOrder), ...pageEnd('order', lastKey) };
  }

  @Get('/:order_id')
  async byId(
    @Param('public_key', { schema: publicKey }) user: Uint8Array,
    @Param('order_id', { schema: orderIdParameter }) orderId: number,
  ) {
    return presentOrder(await this.orders.byId(user, orderId));
  }

  @Get('/by-nonce/:nonce')
  async byNonce(
    @Param('public_key', { schema: publicKey }) user: Uint8Array,
    @Param('nonce', { schema: nonceParameter }) nonce: number,
  ) {
    return presentNonceOutcome(nonce, await this.orders.byNonce(user, nonce));
  }
}
