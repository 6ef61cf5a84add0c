import { Body, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { emptyRequest, presentWithdrawalsPaused, success } from '@bellwether/api';
import type { FastifyRequest } from 'fastify';
import { AdminCommands } from './admin-commands';
import { AdminController } from './admin-route';

/** Whether withdrawals are taken. What was accepted before is paid all the same; a solvency alarm pauses by itself. */
@AdminController()
export class WithdrawalAdminController {
  constructor(@Inject(AdminCommands) private readonly commands: AdminCommands) {}

  @Post('/withdrawals/pause')
  @HttpCode(200)
  pause(@Body({ schema: emptyRequest }) _body: object, @Req() request: FastifyRequest) {
    return this.set(true, request);
  }

  @Post('/withdrawals/resume')
  @HttpCode(200)
  resume(@Body({ schema: emptyRequest }) _body: object, @Req() request: FastifyRequest) {
    return this.set(false, request);
  }

  private async set(paused: boolean, request: FastifyRequest) {
    const command = { kind: 'set_withdrawals', paused } as const;
    const done = await this.commands.run(request, command, 'withdrawals');
    return success(presentWithdrawalsPaused(done.body, done));
  }
}
