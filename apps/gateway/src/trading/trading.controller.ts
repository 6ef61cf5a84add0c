import { Controller, Inject } from '@nestjs/common';
import { trading } from '@bellwether/api';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { answered } from './answered';
import { OrderOperations } from './order-operations';

/** Orders and cancels of users who hold their own key. */
@Controller()
export class TradingController {
  constructor(@Inject(OrderOperations) private readonly operations: OrderOperations) {}

  @Endpoint(trading.placeOrder)
  async order({ body: order, request, reply }: In<typeof trading.placeOrder>) {
    return answered(reply, await this.operations.order(order, requestIdOf(request)));
  }

  @Endpoint(trading.cancelOrder)
  async cancel({ body: cancel, request }: In<typeof trading.cancelOrder>) {
    return (await this.operations.cancel(cancel, requestIdOf(request))).answer;
  }

  @Endpoint(trading.amendOrder)
  async amend({ body: amended, request, reply }: In<typeof trading.amendOrder>) {
    return answered(reply, await this.operations.amend(amended, requestIdOf(request)));
  }

  @Endpoint(trading.cancelAfter)
  async cancelAfter({ body: switched, request, reply }: In<typeof trading.cancelAfter>) {
    return answered(reply, await this.operations.cancelAfter(switched, requestIdOf(request)));
  }

  @Endpoint(trading.cancelAllOrders)
  async cancelAll({ body: cancelAll, request, reply }: In<typeof trading.cancelAllOrders>) {
    return answered(reply, await this.operations.cancelAll(cancelAll, requestIdOf(request)));
  }
}
