import { z } from 'zod';
import type { EndpointTerms } from '../src/endpoints/endpoint';

type Told = Pick<EndpointTerms, 'method' | 'path'> & Partial<EndpointTerms>;

/** An endpoint with defaults for everything that a test does not set. */
export const endpointUnderTest = <const T extends Told>(terms: T): EndpointTerms & T => ({
  id: `${terms.method} ${terms.path}`,
  tag: 'Things',
  caller: null,
  summary: 'Read or make things',
  answer: z.unknown(),
  ...terms,
});

export const get = <const P extends string, const T extends Partial<EndpointTerms>>(
  path: P,
  terms?: T,
) => endpointUnderTest({ method: 'GET', path, ...(terms as T) });
export const post = <const P extends string, const T extends Partial<EndpointTerms>>(
  path: P,
  terms?: T,
) => endpointUnderTest({ method: 'POST', path, ...(terms as T) });
