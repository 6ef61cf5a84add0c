import { Controller, Inject } from '@nestjs/common';
import { operatorAdmin } from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { Confirmations } from './confirmations';
import { actorOf } from './operator';

/** Acts that wait for the confirmation of a second operator. */
@Controller()
export class ConfirmationsController {
  constructor(@Inject(Confirmations) private readonly confirmations: Confirmations) {}

  @Endpoint(operatorAdmin.listConfirmations)
  async list({ query: { page, isOpen } }: In<typeof operatorAdmin.listConfirmations>) {
    const found = await this.confirmations.list(page, isOpen);
    return { ...found, nowMs: this.confirmations.nowMs() };
  }

  @Endpoint(operatorAdmin.confirmAct)
  async confirm({ path: { confirmation_id: id }, request }: In<typeof operatorAdmin.confirmAct>) {
    const decided = await this.confirmations.confirm(id, actorOf(request).operator);
    return { ...decided, nowMs: this.confirmations.nowMs() };
  }

  @Endpoint(operatorAdmin.rejectAct)
  async reject({ path: { confirmation_id: id }, request }: In<typeof operatorAdmin.rejectAct>) {
    const decided = await this.confirmations.reject(id, actorOf(request).operator);
    return { ...decided, nowMs: this.confirmations.nowMs() };
  }
}
