import { Inject } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { FUNDING, fundingSubject } from '@bellwether/bus';
import type { FundingAnswer, FundingRequest } from '@bellwether/bus';
import { BusController } from '@bellwether/nest-bus';
import type { BusRequest } from '@bellwether/nest-bus';
import { RecoverService } from './recover-service';

const { requests } = FUNDING;

/** Recoveries from deposit addresses: requested by users and builders. */
@BusController()
export class RecoveryController {
  constructor(@Inject(RecoverService) private readonly recoveries: RecoverService) {}

  @MessagePattern(fundingSubject('recover'), FUNDING)
  recover(
    @Payload({ schema: requests.recover }) request: FundingRequest<'recover'>,
    @Ctx() { requestId }: BusRequest,
  ): Promise<FundingAnswer<'recover'>> {
    return this.recoveries.recover({ ...request, builder: null }, requestId);
  }

  @MessagePattern(fundingSubject('builder_recover'), FUNDING)
  recoverOfBuilder(
    @Payload({ schema: requests.builder_recover }) request: FundingRequest<'builder_recover'>,
    @Ctx() { requestId }: BusRequest,
  ): Promise<FundingAnswer<'builder_recover'>> {
    return this.recoveries.recover(request, requestId);
  }
}
