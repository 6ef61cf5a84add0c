import { Controller, Inject } from '@nestjs/common';
import { fundingAdmin, withPlace } from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { Confirmations } from '../operators/confirmations';
import { AdminCommands } from './admin-commands';

/**
 * Pauses and resumes withdrawals. Withdrawals accepted before a pause are still paid. A solvency alarm pauses
 * automatically, so a second operator is needed to resume.
 */
@Controller()
export class WithdrawalAdminController {
  constructor(
    @Inject(AdminCommands) private readonly commands: AdminCommands,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Endpoint(fundingAdmin.pauseWithdrawals)
  pause({ request }: In<typeof fundingAdmin.pauseWithdrawals>) {
    return this.set(true, request);
  }

  @Endpoint(fundingAdmin.resumeWithdrawals)
  async resume({ request }: In<typeof fundingAdmin.resumeWithdrawals>) {
    await this.confirmations.require(request);
    return this.set(false, request);
  }

  private async set(paused: boolean, request: FastifyRequest) {
    const command = { kind: 'set_withdrawals', paused } as const;
    const done = await this.commands.run(request, command, 'withdrawals');
    return withPlace(done.body, done);
  }
}
