/** The answer of every endpoint that fails (docs/protocol/http.md, section 2). The runtime's error filter builds it. */
import { CODES } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { z } from 'zod';
import { flag, named, oneOf, words } from './fields';
import type { Answer } from './fields';

/** The error object, with one of these codes. */
function errorFields(codes: readonly Code[]) {
  const [first = 'INTERNAL', ...rest] = codes;
  return {
    code: oneOf([first, ...rest], 'What programs read. New ones may be added', first),
    message: words('What people read', CODES[first].message),
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'The facts of this one request: of a 400 `field`, `value` and `expected`, and `others` where several are wrong; `DetailsByCode` has those of other codes',
      example: {},
    }),
    retryable: flag(
      'Whether the same request, unchanged, may succeed later, or give the true answer',
      CODES[first].retryable,
    ),
    request_id: words('As `X-Request-Id` says', '0f6f1c9e-1d0b-4f9e-9a51-6f6c2b9f7c11'),
  };
}

const failed = { success: z.literal(false).meta({ description: 'Always false' }) };

/** A failure with one of these codes; the documents list them for each endpoint. */
export const failureOf = (codes: readonly Code[]) =>
  z.strictObject({
    error: z.strictObject(errorFields(codes)).meta({ description: 'What is wrong' }),
  });

/** The same for an endpoint that wraps its answers. */
export const wrappedFailureOf = (codes: readonly Code[]) => failureOf(codes).extend(failed);

const ALL_CODES = Object.keys(CODES) as Code[]; // the keys of a constant

export const failureAnswer = named(
  'Failure',
  failureOf(ALL_CODES),
  'Why nothing came of a request.',
);

export const wrappedFailureAnswer = named(
  'WrappedFailure',
  wrappedFailureOf(ALL_CODES),
  'Why nothing came of a request, of an endpoint that wraps its answers.',
);

export type FailureAnswer = Answer<typeof failureAnswer>;
