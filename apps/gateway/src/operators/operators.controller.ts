import { Body, Delete, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CONFIRMED,
  HISTORY_READ,
  OPERATOR_ADMINISTRATION,
  addOperatorRequest,
  addedOperatorAnswer,
  emptyRequest,
  operatorKeyAnswer,
  operatorName,
  operatorRevokedAnswer,
  operatorsAnswer,
  presentOperatorRevoked,
  presentOperators,
  success,
} from '@bellwether/api';
import type { AddOperatorRequest } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { Answers, PathParam } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { AdminController, AsksRole } from '../admin/admin-route';
import { Confirmations } from './confirmations';
import { actorOf } from './operator';
import { OperatorAdministration } from './operator-administration';

/** Named operators. An answer with a key is neither logged nor stored. */
@ApiTags('Administration')
@AdminController('admin')
export class OperatorsController {
  constructor(
    @Inject(OperatorAdministration) private readonly operators: OperatorAdministration,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Answers('listOperators', {
    summary: 'List the operators',
    description: 'With the one whose key is in the configuration, whom only it changes.',
    answer: operatorsAnswer,
    codes: HISTORY_READ,
  })
  @Get('/operators')
  @AsksRole('read')
  async list() {
    return success(presentOperators(await this.operators.list()));
  }

  @Answers('addOperator', {
    summary: 'Add an operator',
    description:
      'Who is added makes the key `bw_operator_<name>_<64 characters of hex>` and gives its SHA-256 alone: both who add compare it with the person. A name is given once, for ever.',
    answer: addedOperatorAnswer,
    codes: [...OPERATOR_ADMINISTRATION, ...CONFIRMED, 'OPERATOR_EXISTS'],
  })
  @Post('/operators')
  @HttpCode(200)
  async add(
    @Body({ schema: addOperatorRequest }) body: AddOperatorRequest,
    @Req() request: FastifyRequest,
  ) {
    const { operator } = actorOf(request);
    const confirmedBy = await this.confirmations.require(request);
    return success(await this.operators.add(body, operator, confirmedBy));
  }

  @Answers('rotateOperator', {
    summary: 'Replace the own key',
    description:
      'The one before ends at once, and so do its sessions. Nobody replaces the key of another: who has both could confirm the own acts. Revoke it, and add the person anew.',
    answer: operatorKeyAnswer,
    codes: [...OPERATOR_ADMINISTRATION, 'ROLE_MISSING'],
  })
  @Post('/operators/:name/rotate')
  @AsksRole('read')
  @HttpCode(200)
  async rotate(
    @PathParam('name', operatorName) name: string,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    const { operator } = actorOf(request);
    if (name !== operator.name)
      throw new CodedError('ROLE_MISSING', { operator: operator.name, only: name });
    return success(await this.operators.rotate(name));
  }

  @Answers('revokeOperator', {
    summary: 'Revoke an operator',
    description:
      'Key and sessions end within 2 seconds, on every gateway. One alone may revoke one other a day; more take a second operator.',
    answer: operatorRevokedAnswer,
    codes: [...OPERATOR_ADMINISTRATION, ...CONFIRMED],
  })
  @Delete('/operators/:name')
  async revoke(
    @PathParam('name', operatorName) name: string,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    const { operator } = actorOf(request);
    if (!(await this.operators.mayRevokeAlone(operator, name)))
      await this.confirmations.require(request);
    return success(presentOperatorRevoked(await this.operators.revoke(name, operator)));
  }
}
