import { Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { FUNDING, fundingSubject } from '@bellwether/bus';
import type { FundingAnswer, FundingRequest } from '@bellwether/bus';
import { BusController } from '@bellwether/nest-bus';
import { FaucetService } from './faucet-service';

const { requests } = FUNDING;

/** Test money. */
@BusController()
export class FaucetController {
  constructor(@Inject(FaucetService) private readonly faucet: FaucetService) {}

  @MessagePattern(fundingSubject('faucet'), FUNDING)
  give(
    @Payload({ schema: requests.faucet }) request: FundingRequest<'faucet'>,
  ): Promise<FundingAnswer<'faucet'>> {
    return this.faucet.give(request);
  }
}
