/** Every public call, made by a key without money: the examples of the documents, signed by that key. */
import { operationsOf } from '@bellwether/runtime';
import type { OpenApiDocument, PlacedOperation } from '@bellwether/runtime';
import { readDocument } from '../../../tools/documents/src/committed-document';
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

/** The faucet gives away test money: a key that calls it is no longer unknown to the chains. */
const isForStrangers = ({ path, operation }: PlacedOperation): boolean =>
  !path.startsWith('/admin/') && operation.operationId !== 'askFaucet';

type App = 'gateway' | 'signer';

/** Read once, as a crowd of 20,000 keys needs it that often. */
const documents = new Map<App, OpenApiDocument>();

function documentOf(app: App): OpenApiDocument {
  const known = documents.get(app);
  if (known !== undefined) return known;
  const read = readDocument(`${app}.openapi`) as OpenApiDocument;
  documents.set(app, read);
  return read;
}

export const publicRequests = (
  app: App,
  stranger: Wallet,
  known: KnownPlaces,
): Promise<StrangerRequest[]> => {
  const document = documentOf(app);
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
