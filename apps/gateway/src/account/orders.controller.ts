import { Controller, Inject } from '@nestjs/common';
import { accounts } from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { UserOrders } from './user-orders';

/** A user's orders, for its owner. */
@Controller()
export class OrdersController {
  constructor(@Inject(UserOrders) private readonly orders: UserOrders) {}

  @Endpoint(accounts.listOrders)
  list({ path: { public_key: user }, query }: In<typeof accounts.listOrders>) {
    return this.orders.list(user, query);
  }

  @Endpoint(accounts.getOrder)
  byId({ path: { public_key: user, order_id: orderId } }: In<typeof accounts.getOrder>) {
    return this.orders.byId(user, orderId);
  }

  @Endpoint(accounts.getOrderByNonce)
  async byNonce({ path: { public_key: user, nonce } }: In<typeof accounts.getOrderByNonce>) {
    return { nonce, ...(await this.orders.byNonce(user, nonce)) };
  }
}
