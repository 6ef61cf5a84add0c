import { Body, Delete, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CONFIRMED,
  HISTORY_READ,
  OPERATOR_ADMINISTRATION,
  addOperatorRequest,
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
import { hasRole } from './roles';

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
    description: 'The key is shown this once. A name is given once, for ever.',
    answer: operatorKeyAnswer,
    codes: [...OPERATOR_ADMINISTRATION, ...CONFIRMED, 'OPERATOR_EXISTS'],
  })
  @Post('/operators')
  @HttpCode(200)
  async add(
    @Body({ schema: addOperatorRequest }) body: AddOperatorRequest,
    @Req() request: FastifyRequest,
  ) {
    const { operator } = actorOf(request);
    if (await this.operators.hadAnotherAdmin(operator)) await this.confirmations.require(request);
    return success(await this.operators.add(body, operator));
  }

  @Answers('rotateOperator', {
    summary: "Replace an operator's key",
    description:
      'The one before ends at once, and so do its sessions. Every operator may replace the own key; that of another asks for the role `admin`.',
    answer: operatorKeyAnswer,
    codes: [...OPERATOR_ADMINISTRATION, ...CONFIRMED, 'ROLE_MISSING'],
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
    if (name !== operator.name) {
      const { roles } = operator;
      if (!hasRole(roles, 'admin')) throw new CodedError('ROLE_MISSING', { role: 'admin', roles });
      // Who has another's key could confirm its own acts with it.
      await this.confirmations.require(request, 'admin');
    }
    return success(await this.operators.rotate(name));
  }

  @Answers('revokeOperator', {
    summary: 'Revoke an operator',
    description: 'Key and sessions end within 2 seconds, on every gateway. It needs nobody else.',
    answer: operatorRevokedAnswer,
    codes: OPERATOR_ADMINISTRATION,
  })
  @Delete('/operators/:name')
  async revoke(
    @PathParam('name', operatorName) name: string,
    @Body({ schema: emptyRequest }) _body: object,
  ) {
    return success(presentOperatorRevoked(await this.operators.revoke(name)));
  }
}
