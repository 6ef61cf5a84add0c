import { createHash } from 'node:crypto';
import type { OperatorRole } from '@bellwether/api';
import { OPERATOR_ROLES } from '@bellwether/api';
import { Writer } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type {
  Confirmation,
  ConfirmationDecision,
  ConfirmationStore,
  Page,
  PageRequest,
} from '@bellwether/persistence';
import { rawBodyOf, rawTargetOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { CONFIRMATION_LIFE_MS, MAX_OPEN_CONFIRMATIONS_OF_OPERATOR } from '../limits';
import { actorOf, configured } from './operator';
import type { Operator } from './operator';
import { operatorOf } from './operator-directory';
import type { OperatorDirectory } from './operator-directory';
import { hasRole } from './roles';

/**
 * Dangerous acts wait for the confirmation of a second operator. The first call is refused with `CONFIRMATION_NEEDED`
 * and stored. Once another operator has confirmed it, the same call of the same operator is carried out, within the
 * hour and once. The same bytes again are another act.
 */
export class Confirmations {
  constructor(
    private readonly store: ConfirmationStore,
    private readonly directory: Pick<OperatorDirectory, 'find'>,
    /** The number of operators that a dangerous act needs, including the one who acts. */
    readonly needed: number,
    /** Unix time in milliseconds. */
    readonly nowMs: () => number,
  ) {}

  /**
   * Called before a dangerous act, when its request is known to be valid. `role`: that of the confirming operator; by
   * default the one that the call needs.
   *
   * @returns who confirmed it; null: one operator is enough
   * @throws CodedError CONFIRMATION_NEEDED, CAPACITY_REACHED, HISTORY_UNAVAILABLE
   */
  async require(
    request: FastifyRequest,
    role: OperatorRole = actorOf(request).role,
  ): Promise<string | null> {
    if (this.needed < 2) return null;
    const actHash = actHashOf(actorOf(request).operator, request);
    const known = await this.store.ofAct(actHash, this.nowMs());
    if (known !== null && (await this.counts(known))) return known.decidedBy;
    const isOpen = known !== null && known.decision === null;
    const asked = isOpen ? known : await this.ask(request, { actHash, role });
    throw new CodedError('CONFIRMATION_NEEDED', {
      confirmation_id: asked.confirmationId,
      role,
      ends_at: Math.floor(asked.endsMs / 1_000),
      confirm: `POST /admin/confirmations/${asked.confirmationId}/confirm`,
    });
  }

  /** @throws CodedError CONFIRMATION_NOT_FOUND, CONFIRMATION_ENDED, OWN_ACT, ADDED_BY_ONE, ROLE_MISSING */
  async confirm(confirmationId: number, operator: Operator): Promise<Confirmation> {
    const asked = await this.store.confirmation(confirmationId);
    if (asked.operator === operator.name)
      throw new CodedError('OWN_ACT', { operator: asked.operator });
    if (!operator.mayConfirm) throw new CodedError('ADDED_BY_ONE', { operator: operator.name });
    requireRoleOf(asked, operator);
    return this.decide({ confirmationId, decision: 'confirmed', decidedBy: operator.name });
  }

  /**
   * The requesting operator may withdraw it too.
   *
   * @throws CodedError CONFIRMATION_NOT_FOUND, CONFIRMATION_ENDED, ROLE_MISSING
   */
  async reject(confirmationId: number, operator: Operator): Promise<Confirmation> {
    const asked = await this.store.confirmation(confirmationId);
    if (asked.operator !== operator.name) requireRoleOf(asked, operator);
    return this.decide({ confirmationId, decision: 'rejected', decidedBy: operator.name });
  }

  list(page: PageRequest, isOpen: boolean): Promise<Page<Confirmation>> {
    return this.store.list(page, isOpen ? this.nowMs() : null);
  }

  /** Spends a confirmation, if its operator may still confirm. Of two concurrent requests, one spends it. */
  private async counts({ confirmationId, decision, decidedBy, ...asked }: Confirmation) {
    if (decision !== 'confirmed' || decidedBy === null) return false;
    const by = configured(decidedBy) ?? operatorOf(await this.directory.find(decidedBy));
    if (by === undefined || !by.mayConfirm || !hasRole(by.roles, roleOf(asked))) return false;
    return this.store.spend(confirmationId, this.nowMs());
  }

  private async ask(
    request: FastifyRequest,
    act: Pick<Confirmation, 'actHash' | 'role'>,
  ): Promise<Confirmation> {
    const { operator } = actorOf(request);
    const askedMs = this.nowMs();
    const open = await this.store.openOf(operator.name, askedMs);
    if (open >= MAX_OPEN_CONFIRMATIONS_OF_OPERATOR) {
      const limit = MAX_OPEN_CONFIRMATIONS_OF_OPERATOR;
      throw new CodedError('CAPACITY_REACHED', {
        limit,
        what: 'open confirmations of an operator',
      });
    }
    return this.store.add({
      ...act,
      operator: operator.name,
      method: request.method,
      path: rawTargetOf(request),
      body: rawBodyOf(request).toString('utf8'),
      askedMs,
      endsMs: askedMs + CONFIRMATION_LIFE_MS,
    });
  }

  private decide(decision: Omit<ConfirmationDecision, 'decidedMs'>): Promise<Confirmation> {
    return this.store.decide({ ...decision, decidedMs: this.nowMs() });
  }
}

/** A role of a later release requires everything. */
const roleOf = ({ role }: Pick<Confirmation, 'role'>): OperatorRole =>
  OPERATOR_ROLES.find((one) => one === role) ?? 'admin';

function requireRoleOf(asked: Confirmation, { roles }: Operator): void {
  const role = roleOf(asked);
  if (!hasRole(roles, role)) throw new CodedError('ROLE_MISSING', { role, roles });
}

/** An act is what this operator sent, to the byte. */
function actHashOf(operator: Operator, request: FastifyRequest): Uint8Array {
  const act = new Writer();
  for (const part of [operator.name, request.method, rawTargetOf(request)]) {
    const bytes = Buffer.from(part, 'utf8');
    act.u32(bytes.length);
    act.raw(bytes);
  }
  act.raw(rawBodyOf(request));
  return new Uint8Array(createHash('sha256').update(act.finish()).digest());
}
