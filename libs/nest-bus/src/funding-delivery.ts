import type { DeliveredFundingMessage } from '@bellwether/bus';
import { fundingMessageSubject } from '@bellwether/funding';
import { BaseRpcContext } from '@nestjs/microservices';

/** A message of the stream FUNDING as it was delivered: what `@Ctx()` gives a handler. */
export class FundingDelivery extends BaseRpcContext<[DeliveredFundingMessage]> {
  get subject(): string {
    return fundingMessageSubject(this.getArgByIndex(0).message);
  }
}
