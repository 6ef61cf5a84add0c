import { Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { FUNDING, fundingSubject } from '@bellwether/bus';
import type { FundingAnswer, FundingRequest } from '@bellwether/bus';
import { BusController } from '@bellwether/nest-bus';
import { OperatorService } from './operator-service';

const { requests } = FUNDING;

/** Operators' settings, and what everybody may read of them. */
@BusController()
export class OperatorController {
  constructor(@Inject(OperatorService) private readonly operators: OperatorService) {}

  @MessagePattern(fundingSubject('gas_price'), FUNDING)
  gasPrice(
    @Payload({ schema: requests.gas_price }) nothing: FundingRequest<'gas_price'>,
  ): FundingAnswer<'gas_price'> {
    void nothing; // It is parsed in any case: unknown fields are refused.
    return this.operators.gasPrice();
  }

  @MessagePattern(fundingSubject('bridge_executor'), FUNDING)
  setExecutor(
    @Payload({ schema: requests.bridge_executor }) { enabled }: FundingRequest<'bridge_executor'>,
  ): Promise<FundingAnswer<'bridge_executor'>> {
    return this.operators.setExecutor(enabled);
  }

  @MessagePattern(fundingSubject('daily_cap'), FUNDING)
  setDailyCap(
    @Payload({ schema: requests.daily_cap }) { microUsdc }: FundingRequest<'daily_cap'>,
  ): Promise<FundingAnswer<'daily_cap'>> {
    return this.operators.setDailyCap(microUsdc);
  }

  @MessagePattern(fundingSubject('step_over'), FUNDING)
  stepOver(
    @Payload({ schema: requests.step_over }) request: FundingRequest<'step_over'>,
  ): Promise<FundingAnswer<'step_over'>> {
    return this.operators.stepOver(request);
  }

  @MessagePattern(fundingSubject('release'), FUNDING)
  release(
    @Payload({ schema: requests.release }) { depositId }: FundingRequest<'release'>,
  ): Promise<FundingAnswer<'release'>> {
    return this.operators.release(depositId);
  }

  @MessagePattern(fundingSubject('reject'), FUNDING)
  reject(
    @Payload({ schema: requests.reject }) { depositId }: FundingRequest<'reject'>,
  ): Promise<FundingAnswer<'reject'>> {
    return this.operators.reject(depositId);
  }
}
