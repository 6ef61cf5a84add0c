import { Controller, Inject } from '@nestjs/common';
import { trading } from '@bellwether/api';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { answered } from './answered';
import { OrderOperations } from './order-operations';

/** Pairs of contracts for 1 USD each, of users who hold their own key. */
@Controller()
export class RedeemController {
  constructor(@Inject(OrderOperations) private readonly operations: OrderOperations) {}

  @Endpoint(trading.redeemPairs)
  async redeem({ body, request, reply }: In<typeof trading.redeemPairs>) {
    return answered(reply, await this.operations.redeem(body, requestIdOf(request)));
  }
}
