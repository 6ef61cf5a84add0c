/** The part of OpenAPI 3.1 that our documents use. */
import type { JsonSchema } from './json-schema';
import { nameOfRef } from './schema-reader';

export interface Referenced {
  readonly $ref: string;
}
export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}
export interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Referenced>>;
}
export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Referenced>>;
  readonly content?: Readonly<Record<string, Content>>;
}
/** An operation for a reader: its responses are inline, not references. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, Content>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}
export const HTTP_METHODS = ['get', 'post', 'put', 'delete'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];
/** An operation in the document: failures are components, as many operations have the same ones. */
export type WrittenOperation = Omit<Operation, 'responses'> & {
  readonly responses: Readonly<Record<string, Response | Referenced>>;
};
export type PathItem = Partial<Readonly<Record<HttpMethod, WrittenOperation>>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly description: string; readonly version: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly examples: Readonly<
      Record<string, { readonly summary: string; readonly value: unknown }>
    >;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface PlacedOperation {
  readonly method: HttpMethod;
  readonly path: string;
  readonly operation: Operation;
}

export const operationsOf = (
  document: Pick<OpenApiDocument, 'paths' | 'components'>,
): PlacedOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    HTTP_METHODS.flatMap((method) => {
      const written = item[method];
      if (written === undefined) return [];
      const responses = Object.entries(written.responses).map(([status, one]) => [
        status,
        responseOf(one, document),
      ]);
      return [
        { method, path, operation: { ...written, responses: Object.fromEntries(responses) } },
      ];
    }),
  );

function responseOf(
  written: Response | Referenced,
  { components }: Pick<OpenApiDocument, 'components'>,
): Response {
  if (!('$ref' in written)) return written;
  const response = components.responses[nameOfRef(written.$ref)];
  if (response === undefined) throw new Error(`${written.$ref} is not there`);
  return response;
}
