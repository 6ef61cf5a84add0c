/** The failures of an endpoint: which codes, under which status, in which shape. */
import { CODES, isCode } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import type { JsonSchema } from './json-schema';
import type { Parameter, Referenced, Response } from './openapi';
import { schemasIn } from './schema-reader';
import type { Components } from './schema-reader';

const JSON_TYPE = 'application/json';
/** Codes of any request: an unknown query parameter or a missing HTTP header, a rate limit, a fault of ours. */
const OF_EVERY_ENDPOINT: readonly Code[] = [
  'VALIDATION_FAILED',
  'UNKNOWN_FIELD',
  'RATE_LIMITED',
  'INTERNAL',
];
/** Codes of every request that may have a body, whether it is read or not. */
const OF_CONTENT: readonly Code[] = ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const OF_A_BODY: readonly Code[] = ['MALFORMED_JSON', ...OF_CONTENT];

export interface FailureParts {
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  /** `none`: the method has no body. `passed_over`: a body is ignored. `read`: it must be JSON, even without fields. */
  readonly content: 'none' | 'passed_over' | 'read';
  readonly components: Components;
  readonly credentialCodes: readonly Code[];
  readonly ownCodes: readonly Code[];
}

const CODES_OF_CONTENT = { none: [], passed_over: OF_CONTENT, read: OF_A_BODY };

/** In the order of the registry. */
export function codesOf(parts: FailureParts): readonly Code[] {
  const { parameters, body, content, components, credentialCodes, ownCodes } = parts;
  const schemas = [
    ...parameters.map(({ schema }) => schema),
    ...(body === undefined ? [] : [body]),
  ];
  const fieldCodes = schemas.flatMap((schema) =>
    [...schemasIn(schema, components)].flatMap((one) => codesAt(one)),
  );
  const all = new Set<Code>([
    ...OF_EVERY_ENDPOINT,
    ...CODES_OF_CONTENT[content],
    ...credentialCodes,
    ...fieldCodes,
    ...ownCodes,
  ]);
  return REGISTRY.filter((code) => all.has(code));
}

const REGISTRY = Object.keys(CODES).filter(isCode);

function codesAt(schema: JsonSchema): Code[] {
  const codes = schema['x-codes'];
  return Array.isArray(codes) ? codes.filter((one) => typeof one === 'string' && isCode(one)) : [];
}

export interface FailureShape {
  readonly name: string;
  readonly isWrapped: boolean;
}

export interface FailureResponse {
  readonly status: number;
  /** The name follows from shape, status and codes, which decide the whole response. So equal failures share a name. */
  readonly name: string;
  readonly response: Response;
}

/** One response a status, with its codes as an enum and an example of each. */
export function failureResponses(
  codes: readonly Code[],
  shape: FailureShape,
): readonly FailureResponse[] {
  const statuses = [...new Set(codes.map((code) => CODES[code].status))];
  return statuses.map((status) => {
    const ofStatus = codes.filter((code) => CODES[code].status === status);
    const name = [shape.name, status, ...ofStatus].join('.');
    return { status, name, response: failureResponse(ofStatus, shape) };
  });
}

function failureResponse(codes: readonly Code[], { name, isWrapped }: FailureShape): Response {
  const waits = codes.some(
    (code) => [429, 503].includes(CODES[code].status) && CODES[code].retryable,
  );
  const schema: JsonSchema = {
    allOf: [
      { $ref: `#/components/schemas/${name}` },
      {
        type: 'object',
        properties: {
          error: { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } },
        },
      },
    ],
  };
  const examples = codes.map((code) => [
    code,
    { $ref: `#/components/examples/${exampleName(code, isWrapped)}` },
  ]);
  return {
    description: codes.map((code) => `\`${code}\`: ${CODES[code].message}`).join('\n\n'),
    headers: headerReferences(waits ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']),
    content: { [JSON_TYPE]: { schema, examples: Object.fromEntries(examples) } },
  };
}

export const headerReferences = (names: readonly string[]): Readonly<Record<string, Referenced>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const exampleName = (code: Code, isWrapped: boolean): string =>
  isWrapped ? `${code}.wrapped` : code;

/** An example of each code, in both shapes if both are used. */
export function failureExample(code: Code, isWrapped: boolean) {
  const { message, retryable } = CODES[code];
  const error = { code, message, details: {}, retryable, request_id: EXAMPLE_REQUEST_ID };
  return { summary: message, value: isWrapped ? { success: false, error } : { error } };
}

const EXAMPLE_REQUEST_ID = '0f6f1c9e-1d0b-4f9e-9a51-6f6c2b9f7c11';
