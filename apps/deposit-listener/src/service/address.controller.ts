import { Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { FUNDING, fundingSubject } from '@bellwether/bus';
import type { FundingAnswer, FundingRequest } from '@bellwether/bus';
import { BusController } from '@bellwether/nest-bus';
import { AddressService } from './address-service';

const { requests } = FUNDING;

/** Deposit addresses of users. */
@BusController()
export class AddressController {
  constructor(@Inject(AddressService) private readonly addresses: AddressService) {}

  @MessagePattern(fundingSubject('address'), FUNDING)
  address(
    @Payload({ schema: requests.address }) { user }: FundingRequest<'address'>,
  ): Promise<FundingAnswer<'address'>> {
    return this.addresses.address(user);
  }

  @MessagePattern(fundingSubject('proxy'), FUNDING)
  proxy(
    @Payload({ schema: requests.proxy }) { user }: FundingRequest<'proxy'>,
  ): Promise<FundingAnswer<'proxy'>> {
    return this.addresses.proxy(user);
  }
}
