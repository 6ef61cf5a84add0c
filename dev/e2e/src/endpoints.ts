/** Every endpoint of the documents, with the body or the path of its example: what a fuzz starts from. */
import { operationsOf } from '@bellwether/runtime';
import type { OpenApiDocument } from '@bellwether/runtime';
import { readDocument } from '../../../tools/documents/src/committed-document';
import { liveRequest, liveValues } from './live-example';

export interface Endpoint {
  readonly on: 'gateway' | 'signer';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly isAdmin: boolean;
}

export interface KnownThings {
  readonly marketId: string;
  readonly eventId: string;
  readonly user: string;
  readonly builderId: string;
}

/**
 * What changes the chains, or what other tests count on, when it happens to be right: it is fuzzed at the gateway,
 * without chains (apps/gateway/test/gateway-fuzz.spec.ts). And what answers no JSON.
 */
const NOT_FUZZED: ReadonlySet<string> = new Set([
  'askFaucet',
  'setTier',
  'setBridgeExecutor',
  'setDailyCap',
  'stepOverBlock',
  'recoverAsOperator',
  'pauseWithdrawals',
  'resumeWithdrawals',
  'setResolutionRules',
  'setSource',
  'setSeries',
  'openStream',
]);
/** Far ahead: a fuzz that hits a good order by chance leaves the lower nonces free. */
const NONCE = 1_000_000;
const KEY_ID_OF_NOBODY = '0'.repeat(32);

export function endpointsOf(known: KnownThings): readonly Endpoint[] {
  const fields = { nonce: NONCE, name: 'fuzz', user_id: 'fuzz', reference: 'fuzz' };
  const live = liveValues({ ...known, keyId: KEY_ID_OF_NOBODY, fields });
  return (['gateway', 'signer'] as const).flatMap((on) => {
    const document = readDocument(`${on}.openapi`) as OpenApiDocument;
    const operations = operationsOf(document).filter(({ path }) => /^\/(v1|admin)\//.test(path));
    return operations
      .filter(({ operation }) => !NOT_FUZZED.has(operation.operationId))
      .map((placed): Endpoint => {
        const { method, target: path, body } = liveRequest(placed, document, live);
        const isAdmin = path.startsWith('/admin/');
        return { on, method, path, isAdmin, ...(body === undefined ? {} : { body }) };
      });
  });
}
