/** Every public call, as a key makes it that nothing ever came for: the examples of the documents, signed by that key. */
import { operationsOf } from '@bellwether/runtime';
import type { OpenApiDocument, PlacedOperation } from '@bellwether/runtime';
import { readDocument } from '../../documents/src/committed-document';
import { liveRequest, liveValues } from '../../e2e/src/live-example';
import type { LiveRequest } from '../../e2e/src/live-example';
import { signedExample } from '../../e2e/src/signed-example';
import type { Wallet } from '../../e2e/src/wallet';

export interface StrangerRequest extends LiveRequest {
  readonly operationId: string;
}

export interface KnownPlaces {
  readonly marketId: string;
  readonly eventId: string;
}

/** The faucet gives away a test network's money: whoever asks it is no stranger to the chains afterwards. */
const isForStrangers = ({ path, operation }: PlacedOperation): boolean =>
  !path.startsWith('/admin/') && operation.operationId !== 'askFaucet';

export const publicRequests = (
  app: 'gateway' | 'signer',
  stranger: Wallet,
  known: KnownPlaces,
): Promise<StrangerRequest[]> => {
  const document = readDocument(`${app}.openapi`) as OpenApiDocument;
  const live = liveValues({
    ...known,
    user: stranger.publicKey,
    builderId: 'nobody',
    keyId: '0'.repeat(32),
    fields: {},
  });
  return Promise.all(
    operationsOf(document)
      .filter(isForStrangers)
      .map(async (placed) => {
        const { operationId } = placed.operation;
        const request = liveRequest(placed, document, live);
        const body = await signedExample(stranger, operationId, request.body);
        return { ...request, operationId, body };
      }),
  );
};
