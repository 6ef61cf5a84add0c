import type { RequestKind } from '../answers';
import type {
  AmendRequest,
  BatchOperation,
  CancelAllRequest,
  CancelRequest,
  OrderTerms,
} from '../requests';
import type { Draft } from './submissions';

/** How each operation becomes the body that it would have alone. */
export interface OperationBodies {
  readonly cancel: (cancel: CancelRequest) => Promise<string>;
  readonly place: (order: OrderTerms) => Draft<RequestKind>;
  readonly amend: (amend: AmendRequest) => Draft<RequestKind>;
  readonly cancelAll: (cancelAll: CancelAllRequest) => Draft<RequestKind>;
  readonly nextNonce: (kind: RequestKind) => Promise<number>;
}

/** The body of a batch, in JSON. Nonces are taken in the order of the operations. */
export async function batchBody(
  operations: readonly BatchOperation[],
  bodies: OperationBodies,
): Promise<string> {
  const parts: string[] = [];
  for (const operation of operations) parts.push(await operationBody(operation, bodies));
  return `{"operations":[${parts.join(',')}]}`;
}

async function operationBody(operation: BatchOperation, bodies: OperationBodies): Promise<string> {
  if ('cancel' in operation) return `{"cancel":${await bodies.cancel(operation.cancel)}}`;
  const numbered = async (name: string, draft: Draft<RequestKind>): Promise<string> =>
    `{"${name}":${await draft.bodyFor(await bodies.nextNonce(draft.kind))}}`;
  if ('place' in operation) return numbered('place', bodies.place(operation.place));
  if ('amend' in operation) return numbered('amend', bodies.amend(operation.amend));
  return numbered('cancel_all', bodies.cancelAll(operation.cancel_all));
}
