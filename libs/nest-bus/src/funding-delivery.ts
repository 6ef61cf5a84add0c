import { fundingMessageSubject } from '@bellwether/funding';
import type { DeliveredFundingMessage } from '@bellwether/funding';
import { BaseRpcContext } from '@nestjs/microservices';

/** A delivered message of a funding app: `@Ctx()` gives it to a handler. */
export class FundingDelivery extends BaseRpcContext<[DeliveredFundingMessage]> {
  get subject(): string {
    return fundingMessageSubject(this.getArgByIndex(0).message);
  }
}
