import type {
  AddOperatorRequest,
  AddedOperator,
  Confirmation,
  ConfirmationsPage,
  ListConfirmationsQuery,
  OperatorKey,
  OperatorSession,
  OperatorsList,
  RevokedOperator,
  WhoAmI,
} from './generated/interface';
import { AdminCalls, SET } from './admin-calls';
import type { Sent } from './admin-calls';
import { pathOf } from './http/caller';
import type { CallOptions } from './http/http-sender';

/** Who operators are, their sessions, and what two of them must agree to. */
export class OperatorsCalls extends AdminCalls {
  /** For a page of the gateway: from here on its cookie and the `csrf_token` stand for the key. */
  beginSession(options?: CallOptions): Sent<OperatorSession> {
    const sent = { body: {}, effect: 'once' } as const;
    return this.post('/admin/session', sent, ['csrf_token'], options);
  }

  endSession(options?: CallOptions): Sent<{ readonly ended: boolean }> {
    const path = '/admin/session';
    const change = { path, method: 'DELETE', body: '{}', effect: SET, isWrapped: true } as const;
    return this.caller.change(change, ['ended'], options);
  }

  whoAmI(options?: CallOptions): Promise<WhoAmI> {
    return this.caller.read('/admin/session', ['operator', 'roles'], {
      ...options,
      isWrapped: true,
    });
  }

  /** With the one of the configuration, and revoked ones. */
  operators(options?: CallOptions): Promise<OperatorsList> {
    return this.caller.read('/admin/operators', ['operators'], { ...options, isWrapped: true });
  }

  addOperator(operator: AddOperatorRequest, options?: CallOptions): Sent<AddedOperator> {
    const sent = { body: operator, effect: 'once' } as const;
    return this.post('/admin/operators', sent, ['name', 'roles'], options);
  }

  /** The own key: the one before ends at once. */
  rotateOperator(name: string, options?: CallOptions): Sent<OperatorKey> {
    const path = pathOf`/admin/operators/${name}/rotate`;
    return this.post(path, { body: {}, effect: 'once' }, ['name', 'key'], options);
  }

  revokeOperator(name: string, options?: CallOptions): Sent<RevokedOperator> {
    const path = pathOf`/admin/operators/${name}`;
    const change = { path, method: 'DELETE', body: '{}', effect: SET, isWrapped: true } as const;
    return this.caller.change(change, ['revoked_at'], options);
  }

  /** Acts that wait for another operator, newest first. */
  confirmations(
    query: ListConfirmationsQuery = {},
    options?: CallOptions,
  ): Promise<ConfirmationsPage> {
    const asked = { ...options, query: { ...query }, isWrapped: true };
    return this.caller.read('/admin/confirmations', ['confirmations'], asked);
  }

  /** Carries nothing out: the operator who asked sends the same request again. */
  confirm(confirmationId: number, options?: CallOptions): Sent<Confirmation> {
    return this.set(pathOf`/admin/confirmations/${confirmationId}/confirm`, {}, ['state'], options);
  }

  /** Also takes back an own act. */
  reject(confirmationId: number, options?: CallOptions): Sent<Confirmation> {
    return this.set(pathOf`/admin/confirmations/${confirmationId}/reject`, {}, ['state'], options);
  }
}
