import { Inject } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { FUNDING, fundingSubject } from '@bellwether/bus';
import type { FundingAnswer, FundingRequest } from '@bellwether/bus';
import { BusController } from '@bellwether/nest-bus';
import type { BusRequest } from '@bellwether/nest-bus';
import { TierService } from './tier-service';

const { requests } = FUNDING;

/** Users' tiers, which the vault stores on chain. */
@BusController()
export class TierController {
  constructor(@Inject(TierService) private readonly tiers: TierService) {}

  @MessagePattern(fundingSubject('tier'), FUNDING)
  set(
    @Payload({ schema: requests.tier }) request: FundingRequest<'tier'>,
    @Ctx() { requestId }: BusRequest,
  ): Promise<FundingAnswer<'tier'>> {
    return this.tiers.set(request, requestId);
  }

  @MessagePattern(fundingSubject('refresh_tier'), FUNDING)
  refresh(
    @Payload({ schema: requests.refresh_tier }) { user }: FundingRequest<'refresh_tier'>,
  ): Promise<FundingAnswer<'refresh_tier'>> {
    return this.tiers.refresh(user);
  }
}
