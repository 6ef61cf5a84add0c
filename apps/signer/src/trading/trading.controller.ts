import { Controller, Inject } from '@nestjs/common';
import { builderTrading, sentBy, submitted, withPlace } from '@bellwether/api';
import { Endpoint, markReplay, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { Trading } from './trading';

@Controller()
export class TradingController {
  constructor(@Inject(Trading) private readonly trading: Trading) {}

  @Endpoint(builderTrading.submitOrder)
  async submit({ body: order, request, reply }: In<typeof builderTrading.submitOrder>) {
    const done = await this.trading.submit(callerOf(request), order, requestIdOf(request));
    markReplay(reply, done);
    return submitted(done, order);
  }

  @Endpoint(builderTrading.signOrder)
  sign({ body: order, request }: In<typeof builderTrading.signOrder>) {
    return this.trading.sign(callerOf(request), order, requestIdOf(request));
  }

  @Endpoint(builderTrading.cancelOrder)
  async cancel({ body: cancel, request }: In<typeof builderTrading.cancelOrder>) {
    const done = await this.trading.cancel(callerOf(request), cancel, requestIdOf(request));
    return withPlace(done.body, done);
  }

  @Endpoint(builderTrading.cancelAllOrders)
  async cancelAll({ body: cancelAll, request, reply }: In<typeof builderTrading.cancelAllOrders>) {
    const done = await this.trading.cancelAll(callerOf(request), cancelAll, requestIdOf(request));
    markReplay(reply, done);
    return withPlace(done.body, done, sentBy(cancelAll));
  }

  @Endpoint(builderTrading.amendOrder)
  async amend({ body: amended, request, reply }: In<typeof builderTrading.amendOrder>) {
    const done = await this.trading.amend(callerOf(request), amended, requestIdOf(request));
    markReplay(reply, done);
    return submitted(done, amended);
  }

  @Endpoint(builderTrading.cancelAfter)
  async cancelAfter({ body: switched, request, reply }: In<typeof builderTrading.cancelAfter>) {
    const done = await this.trading.cancelAfter(callerOf(request), switched, requestIdOf(request));
    markReplay(reply, done);
    return withPlace(done.body, done, sentBy(switched));
  }

  @Endpoint(builderTrading.redeemPairs)
  async redeem({ body: redeem, request, reply }: In<typeof builderTrading.redeemPairs>) {
    const done = await this.trading.redeem(callerOf(request), redeem, requestIdOf(request));
    markReplay(reply, done);
    return withPlace(done.body, done, sentBy(redeem));
  }

  @Endpoint(builderTrading.challengeCase)
  async challenge({ body: said, request, reply }: In<typeof builderTrading.challengeCase>) {
    const done = await this.trading.challenge(callerOf(request), said, requestIdOf(request));
    markReplay(reply, done);
    return withPlace(done.body, done, { ...sentBy(said), nonce: said.nonce });
  }
}
