/** Operations and schemas of the committed documents of both apps. */
import { nameOfRef } from '@bellwether/runtime';
import type { AsyncApiDocument, PlacedOperation, OpenApiDocument } from '@bellwether/runtime';

export interface Documents {
  readonly gateway: OpenApiDocument;
  readonly signer: OpenApiDocument;
  readonly streams: AsyncApiDocument;
}

/** Both apps describe some schemas, and alike. */
export function bothOf(gateway: OpenApiDocument, signer: OpenApiDocument) {
  const [one, other] = [gateway.components.schemas, signer.components.schemas];
  const different = Object.keys(one).filter(
    (name) =>
      other[name] !== undefined && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
  if (different.length > 0) throw new Error(`two schemas of one name: ${different.join(', ')}`);
  return { ...one, ...other };
}

/** The schemas of what a channel carries. */
export const streamed = ({ components }: AsyncApiDocument): readonly string[] =>
  Object.keys(components.schemas).filter((name) => /(?:Snapshot|Update)$/.test(name));

/** The schemas of successes. */
export function answered(operations: readonly PlacedOperation[]): readonly string[] {
  return operations
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => {
      const schema = response.content?.['application/json']?.schema;
      const ref = schema?.properties?.['data']?.$ref ?? schema?.$ref;
      return ref === undefined ? [] : [nameOfRef(ref)];
    });
}
