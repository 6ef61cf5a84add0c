import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { depositAddressRequest, type DepositAddressRequest } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import type { Caller } from '../envelope/authenticator';
import { ApiKeyAlone, FromCaller } from '../envelope/envelope.guard';
import { UserLinks } from '../keys/user-links';

/** Deposits need a chain to watch; an exchange that runs without one says so to those who may ask. */
@Controller('v1/deposit')
export class DepositController {
  constructor(@Inject(UserLinks) private readonly links: UserLinks) {}

  @Post('address')
  @ApiKeyAlone()
  @HttpCode(200)
  async address(
    @FromCaller() caller: Caller,
    @Body({ schema: depositAddressRequest() }) { user, chain }: DepositAddressRequest,
  ): Promise<never> {
    await this.links.ownerOf(user, caller.builderId);
    throw new CodedError('FUNDING_NOT_CONFIGURED', { chain });
  }
}
