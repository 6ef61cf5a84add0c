import { Controller, Inject } from '@nestjs/common';
import { trading } from '@bellwether/api';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { answered } from './answered';
import { OrderOperations } from './order-operations';

/** Several operations of users who hold their own keys, in one record. */
@Controller()
export class BatchController {
  constructor(
    @Inject(OrderOperations) private readonly operations: OrderOperations,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {}

  @Endpoint(trading.sendBatch)
  async batch({ body: batch, request, reply }: In<typeof trading.sendBatch>) {
    this.limits.chargeOperations(request, reply, batch.operations.length - 1);
    return answered(reply, await this.operations.batch(batch, requestIdOf(request)));
  }
}
