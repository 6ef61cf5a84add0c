import type { Code } from '@bellwether/errors';
import type { z } from 'zod';
import type { EndpointTerms } from '../endpoints/endpoint';
import type { AsyncApiDocument } from './asyncapi';

/** How a caller shows who it is, and what it is answered where that does not hold. */
export interface Credential {
  /** Headers that are sent together, each with what it holds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly codes: readonly Code[];
}

/** What an app says of itself in its documents, beside what its endpoints say. */
export interface DocumentsOptions {
  readonly title: string;
  /** Markdown: paragraphs, lists and code. */
  readonly description: string;
  readonly version: string;
  /** In the order they are read in. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** All that the app serves, by tag. */
  readonly endpoints: readonly EndpointTerms[];
  readonly credentials: Readonly<Record<string, Credential>>;
  /** The shape of failures, and of those of endpoints that wrap their answers. */
  readonly failure: z.ZodType;
  readonly wrappedFailure: z.ZodType;
  /** The streams of this app, as AsyncAPI. */
  readonly streams?: () => AsyncApiDocument;
}
