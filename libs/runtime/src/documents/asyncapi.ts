/** The part of AsyncAPI 3 that our documents use. */
import type { JsonSchema } from './json-schema';
import type { Referenced } from './openapi';

export interface AsyncMessage {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly contentType: string;
  readonly headers?: JsonSchema;
  readonly payload: JsonSchema;
  readonly examples: readonly { readonly name: string; readonly payload: unknown }[];
}
export interface AsyncChannel {
  readonly address: string | null;
  readonly title: string;
  readonly description: string;
  readonly messages: Readonly<Record<string, Referenced>>;
  readonly parameters?: Readonly<Record<string, { readonly description: string }>>;
}
export interface AsyncOperation {
  readonly action: 'send' | 'receive';
  readonly channel: Referenced;
  readonly title: string;
  readonly summary: string;
  readonly messages: readonly Referenced[];
  readonly reply?: { readonly channel: Referenced; readonly messages: readonly Referenced[] };
}
export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly defaultContentType: string;
  readonly servers?: Readonly<Record<string, object>>;
  readonly channels: Readonly<Record<string, AsyncChannel>>;
  readonly operations: Readonly<Record<string, AsyncOperation>>;
  readonly components: {
    readonly messages: Readonly<Record<string, AsyncMessage>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}
