import { Controller, Inject } from '@nestjs/common';
import { accounts, withPlace } from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { SharedQueries } from '../live/shared-queries';

/** A user's limits and rates. */
@Controller()
export class LimitsController {
  constructor(@Inject(SharedQueries) private readonly engine: SharedQueries) {}

  @Endpoint(accounts.getUserLimits)
  async limits({ path: { public_key: user } }: In<typeof accounts.getUserLimits>) {
    const { view, ...asOf } = await this.engine.query('limits', { user });
    return withPlace(view, asOf, { user });
  }
}
