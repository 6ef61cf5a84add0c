import { Body, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CONFIRMED,
  OPERATOR_COMMAND,
  emptyRequest,
  presentWithdrawalsPaused,
  success,
  withdrawalsPausedAnswer,
} from '@bellwether/api';
import { Answers } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { Confirmations } from '../operators/confirmations';
import { AdminCommands } from './admin-commands';
import { AdminController } from './admin-route';

/**
 * Pauses and resumes withdrawals. Withdrawals accepted before a pause are still paid. A solvency alarm pauses by
 * itself, so it takes a second operator to resume.
 */
@ApiTags('Administration')
@AdminController('money')
export class WithdrawalAdminController {
  constructor(
    @Inject(AdminCommands) private readonly commands: AdminCommands,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Answers('pauseWithdrawals', {
    summary: 'Take no more withdrawals',
    description: 'What was accepted before is paid all the same.',
    answer: withdrawalsPausedAnswer,
    codes: OPERATOR_COMMAND,
  })
  @Post('/withdrawals/pause')
  @HttpCode(200)
  pause(@Body({ schema: emptyRequest }) _body: object, @Req() request: FastifyRequest) {
    return this.set(true, request);
  }

  @Answers('resumeWithdrawals', {
    summary: 'Take withdrawals again',
    answer: withdrawalsPausedAnswer,
    codes: [...OPERATOR_COMMAND, ...CONFIRMED],
  })
  @Post('/withdrawals/resume')
  @HttpCode(200)
  async resume(@Body({ schema: emptyRequest }) _body: object, @Req() request: FastifyRequest) {
    await this.confirmations.require(request);
    return this.set(false, request);
  }

  private async set(paused: boolean, request: FastifyRequest) {
    const command = { kind: 'set_withdrawals', paused } as const;
    const done = await this.commands.run(request, command, 'withdrawals');
    return success(presentWithdrawalsPaused(done.body, done));
  }
}
