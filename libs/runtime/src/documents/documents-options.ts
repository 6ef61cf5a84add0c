import type { Code } from '@bellwether/errors';
import type { z } from 'zod';
import type { EndpointTerms } from '../endpoints/endpoint';
import type { AsyncApiDocument } from './asyncapi';

/** How a caller proves its identity, and the answer if the proof fails. */
export interface Credential {
  /** Headers that are sent together, each with its content. */
  readonly headers: Readonly<Record<string, string>>;
  readonly codes: readonly Code[];
}

/** An app's description of itself in its documents. The rest comes from its endpoints. */
export interface DocumentsOptions {
  readonly title: string;
  /** Markdown: paragraphs, lists and code. */
  readonly description: string;
  readonly version: string;
  /** In the order of the document. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** All endpoints that the app serves, by tag. */
  readonly endpoints: readonly EndpointTerms[];
  readonly credentials: Readonly<Record<string, Credential>>;
  /** The schema of failures, and that of failures of endpoints that wrap their answers. */
  readonly failure: z.ZodType;
  readonly wrappedFailure: z.ZodType;
  /** Named schemas that no endpoint has, such as the details of errors. */
  readonly schemas?: readonly z.ZodType[];
  /** The streams of this app, as AsyncAPI. */
  readonly streams?: () => AsyncApiDocument;
}
