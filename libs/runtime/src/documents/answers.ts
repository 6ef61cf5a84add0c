/**
 * What an endpoint answers, stated where it is declared: the document is made of this and of the schemas of its
 * parameters, and the tests hold every answer they see against it.
 */
import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';
import type { Code } from '@bellwether/errors';
import type { z } from 'zod';

export interface AnswersOptions {
  /** A verb and what it is done to, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /** Of the body of a success; of its `data` where the endpoint wraps its answers. None where it has no body. */
  readonly answer?: z.ZodType;
  /** Default 200. 101: the connection becomes a WebSocket. */
  readonly status?: 101 | 200 | 202;
  /**
   * What it may fail with, beside what follows from its schemas, its credentials, and from being an endpoint (codes of
   * fields stand at the fields).
   */
  readonly codes?: readonly Code[];
  /** A repeat is answered with the first answer, and says so in a header. */
  readonly repeats?: boolean;
}

export interface DescribedEndpoint extends AnswersOptions {
  readonly operationId: string;
}

/** In the order of their declaration; a document finds its own by the number that its operations carry. */
const endpoints: DescribedEndpoint[] = [];
export const ENDPOINT_NUMBER = 'x-endpoint-number';
export const WRAPS_ANSWERS = 'x-wraps-answers';
export const CREDENTIAL = 'x-credential';

/** @param operationId what generated clients call it: it never changes */
export function Answers(operationId: string, options: AnswersOptions): MethodDecorator {
  const number = endpoints.push({ ...options, operationId }) - 1;
  const { summary, description } = options;
  return applyDecorators(
    ApiOperation({ operationId, summary, ...(description === undefined ? {} : { description }) }),
    ApiExtension(ENDPOINT_NUMBER, { number }),
  );
}

export const endpointNumbered = (number: number): DescribedEndpoint | undefined =>
  endpoints[number];

/** Which of the app's credentials the endpoint asks for, where it is not the usual one. */
export const AsksFor = (credential: string): ClassDecorator & MethodDecorator =>
  ApiExtension(CREDENTIAL, { name: credential });
