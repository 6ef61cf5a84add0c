import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ENGINE_READ, presentUserAllowance, publicKey, userAllowanceAnswer } from '@bellwether/api';
import { Answers, PathParam } from '@bellwether/runtime';
import { OwnerReads } from '../account-sessions/owner.guard';
import { SharedQueries } from '../live/shared-queries';

/** What a user may do, and how often. */
@ApiTags('Accounts')
@Controller('/v1/limits')
@OwnerReads('public_key')
export class LimitsController {
  constructor(@Inject(SharedQueries) private readonly engine: SharedQueries) {}

  @Answers('getUserLimits', {
    summary: "Read a user's limits, and what is left of them",
    description: 'Of the user, at the engine: addresses and API keys have limits of their own.',
    answer: userAllowanceAnswer,
    codes: ENGINE_READ,
  })
  @Get('/:public_key')
  async limits(@PathParam('public_key', publicKey) user: Uint8Array) {
    const { view, ...asOf } = await this.engine.query('limits', { user });
    return presentUserAllowance(user, view, asOf);
  }
}
