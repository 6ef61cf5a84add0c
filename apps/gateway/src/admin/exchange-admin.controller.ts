import { Body, HttpCode, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import {
  creditRequest,
  feesRequest,
  modeRequest,
  presentCredited,
  presentMode,
  presentSchedule,
  presentUserLimits,
  publicKey,
  success,
  userLimitsRequest,
} from '@bellwether/api';
import type { CreditRequest, FeesRequest, ModeRequest, UserLimitsRequest } from '@bellwether/api';
import { markReplay } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireOwnerKey } from '../account/owner-key';
import { AdminCommands } from './admin-commands';
import { AdminController } from './admin-route';

/** The exchange as a whole: its mode, its fees, limits of users, and test money on the test network. */
@AdminController()
export class ExchangeAdminController {
  constructor(@Inject(AdminCommands) private readonly commands: AdminCommands) {}

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

  @Post('/mode')
  @HttpCode(200)
  async setMode(
    @Body({ schema: modeRequest }) { mode }: ModeRequest,
    @Req() request: FastifyRequest,
  ) {
    const done = await this.commands.run(request, { kind: 'set_mode', mode }, 'mode');
    return success(presentMode(done.body, done));
  }

  @Put('/fees')
  async setFees(
    @Body({ schema: feesRequest }) { categories }: FeesRequest,
    @Req() request: FastifyRequest,
  ) {
    const done = await this.commands.run(request, { kind: 'set_fees', categories }, 'fees');
    return success(presentSchedule(done.body, done));
  }

  @Put('/users/:public_key/limits')
  async setUserLimits(
    @Param('public_key', { schema: publicKey }) user: Uint8Array,
    @Body({ schema: userLimitsRequest }) { maxOpenOrders }: UserLimitsRequest,
    @Req() request: FastifyRequest,
  ) {
    const command = { kind: 'set_open_order_limit', user, maxOpenOrders } as const;
    const done = await this.commands.run(request, command, 'open_order_limit');
    return success(presentUserLimits(done.body, done));
  }
}
