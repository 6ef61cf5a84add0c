import { Body, HttpCode, Inject, Post, Put, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  OPERATOR_COMMAND,
  creditRequest,
  creditedAnswer,
  feesRequest,
  modeAnswer,
  modeRequest,
  presentCredited,
  presentMode,
  presentSchedule,
  presentUserLimits,
  publicKey,
  scheduleAnswer,
  success,
  userLimitsAnswer,
  userLimitsRequest,
} from '@bellwether/api';
import type { CreditRequest, FeesRequest, ModeRequest, UserLimitsRequest } from '@bellwether/api';
import { Answers, PathParam, markReplay } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireOwnerKey } from '../account/owner-key';
import { AdminCommands } from './admin-commands';
import { AdminController, AsksRole } from './admin-route';

/** The whole exchange: its mode, fees, user limits, and test money on the test network. */
@ApiTags('Administration')
@AdminController('money')
export class ExchangeAdminController {
  constructor(@Inject(AdminCommands) private readonly commands: AdminCommands) {}

  @Answers('creditTestMoney', {
    summary: 'Give a user test money',
    description: 'On the test network alone.',
    answer: creditedAnswer,
    repeats: true,
    codes: [...OPERATOR_COMMAND, 'REFERENCE_REUSED', 'TEST_NETWORK_ONLY', 'BALANCE_LIMIT_EXCEEDED'],
  })
  @Post('/credit')
  @HttpCode(200)
  async credit(
    @Body({ schema: creditRequest }) credit: CreditRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    requireOwnerKey('user', credit.user);
    const done = await this.commands.run(request, { kind: 'test_credit', ...credit }, 'credited');
    markReplay(reply, done);
    return success(presentCredited(done.body, done));
  }

  @Answers('setMode', {
    summary: 'Set the mode of the exchange',
    answer: modeAnswer,
    codes: OPERATOR_COMMAND,
  })
  @Post('/mode')
  @AsksRole('markets', 'money')
  @HttpCode(200)
  async setMode(
    @Body({ schema: modeRequest }) { mode }: ModeRequest,
    @Req() request: FastifyRequest,
  ) {
    const done = await this.commands.run(request, { kind: 'set_mode', mode }, 'mode');
    return success(presentMode(done.body, done));
  }

  @Answers('setFees', {
    summary: 'Set the schedule of fees',
    description: 'Markets that exist keep their rates.',
    answer: scheduleAnswer,
    codes: OPERATOR_COMMAND,
  })
  @Put('/fees')
  async setFees(
    @Body({ schema: feesRequest }) { categories }: FeesRequest,
    @Req() request: FastifyRequest,
  ) {
    const done = await this.commands.run(request, { kind: 'set_fees', categories }, 'fees');
    return success(presentSchedule(done.body, done));
  }

  @Answers('setUserLimits', {
    summary: "Set a user's limits",
    answer: userLimitsAnswer,
    codes: OPERATOR_COMMAND,
  })
  @Put('/users/:public_key/limits')
  async setUserLimits(
    @PathParam('public_key', publicKey) user: Uint8Array,
    @Body({ schema: userLimitsRequest }) { maxOpenOrders }: UserLimitsRequest,
    @Req() request: FastifyRequest,
  ) {
    const command = { kind: 'set_user_limits', user, maxOpenOrders } as const;
    const done = await this.commands.run(request, command, 'open_order_limit');
    return success(presentUserLimits(done.body, done));
  }
}
