import { Body, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  HISTORY_READ,
  confirmationAnswer,
  confirmationIdParameter,
  confirmationsAnswer,
  confirmationsQuery,
  emptyRequest,
  presentConfirmation,
  presentConfirmations,
  success,
} from '@bellwether/api';
import type { ConfirmationsQuery } from '@bellwether/api';
import { Answers, PathParam, QueryParams } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { AdminController } from '../admin/admin-route';
import { Confirmations } from './confirmations';
import { actorOf } from './operator';

const DECIDING = [...HISTORY_READ, 'CONFIRMATION_NOT_FOUND', 'CONFIRMATION_ENDED'] as const;

/** Acts that wait for the word of a second operator. */
@ApiTags('Administration')
@AdminController('read')
export class ConfirmationsController {
  constructor(@Inject(Confirmations) private readonly confirmations: Confirmations) {}

  @Answers('listConfirmations', {
    summary: 'List acts that wait for another operator',
    answer: confirmationsAnswer,
    codes: HISTORY_READ,
  })
  @Get('/confirmations')
  async list(@QueryParams(confirmationsQuery) { page, isOpen }: ConfirmationsQuery) {
    const found = await this.confirmations.list(page, isOpen);
    return success(presentConfirmations(found, this.confirmations.nowMs()));
  }

  @Answers('confirmAct', {
    summary: 'Confirm an act of another operator',
    description:
      'With the role that the act asks for. Nothing happens yet: who asked sends the same request again, and it is carried out, once.',
    answer: confirmationAnswer,
    codes: [...DECIDING, 'OWN_ACT', 'ADDED_BY_ONE', 'ROLE_MISSING'],
  })
  @Post('/confirmations/:confirmation_id/confirm')
  @HttpCode(200)
  async confirm(
    @PathParam('confirmation_id', confirmationIdParameter) id: number,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    const decided = await this.confirmations.confirm(id, actorOf(request).operator);
    return success(presentConfirmation(decided, this.confirmations.nowMs()));
  }

  @Answers('rejectAct', {
    summary: 'Reject an act of another operator, or take back an own one',
    answer: confirmationAnswer,
    codes: [...DECIDING, 'ROLE_MISSING'],
  })
  @Post('/confirmations/:confirmation_id/reject')
  @HttpCode(200)
  async reject(
    @PathParam('confirmation_id', confirmationIdParameter) id: number,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    const decided = await this.confirmations.reject(id, actorOf(request).operator);
    return success(presentConfirmation(decided, this.confirmations.nowMs()));
  }
}
