import { Controller, Inject } from '@nestjs/common';
import { operatorAdmin } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { Confirmations } from './confirmations';
import { actorOf } from './operator';
import { OperatorAdministration } from './operator-administration';

/** Named operators. An answer with a key is neither logged nor stored. */
@Controller()
export class OperatorsController {
  constructor(
    @Inject(OperatorAdministration) private readonly operators: OperatorAdministration,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Endpoint(operatorAdmin.listOperators)
  async list() {
    return { operators: await this.operators.list() };
  }

  @Endpoint(operatorAdmin.addOperator)
  async add({ body, request }: In<typeof operatorAdmin.addOperator>) {
    const { operator } = actorOf(request);
    const confirmedBy = await this.confirmations.require(request);
    return this.operators.add(body, operator, confirmedBy);
  }

  @Endpoint(operatorAdmin.rotateOperator)
  async rotate({ path: { name }, request }: In<typeof operatorAdmin.rotateOperator>) {
    const { operator } = actorOf(request);
    if (name !== operator.name)
      throw new CodedError('ROLE_MISSING', { operator: operator.name, only: name });
    return this.operators.rotate(name);
  }

  @Endpoint(operatorAdmin.revokeOperator)
  async revoke({ path: { name }, request }: In<typeof operatorAdmin.revokeOperator>) {
    const { operator } = actorOf(request);
    if (!(await this.operators.mayRevokeAlone(operator, name)))
      await this.confirmations.require(request);
    return this.operators.revoke(name, operator);
  }
}
