/**
 * Converts a schema's issues into an error that a caller can act on: field, value, and what would be right.
 *
 * By convention every schema's message is a phrase that fits after "must be": `z.int({ error: 'an integer from 1 to
 * 9999' })`. A schema that needs another code of the registry than VALIDATION_FAILED raises a custom issue with
 * `params: { code }`. A schema without a message gets zod's text ("Invalid input: …"), which is replaced by the type
 * that the value should have.
 */
import { CodedError, isCode } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { rawNumber } from './strict-json';

/** The fields of zod's issues that are used. Issues of any standard schema fit, with fewer details. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
  readonly code?: string;
  readonly keys?: readonly string[];
  /** zod's `invalid_type`: the expected type. */
  readonly expected?: unknown;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Longer values are truncated, so that an answer is never much larger than its request. */
const MAX_SHOWN_CHARACTERS = 100;
/** One issue is usual. All issues of a form help, but not a thousand. */
const MAX_SHOWN_ISSUES = 10;

interface Problem {
  readonly code: Code;
  readonly field: string;
  readonly expected: string;
  readonly isMissing: boolean;
  readonly value: unknown;
}

/** @param root the name of the value as a whole: `body`, `query`, or a path parameter's name */
export function validationError(
  issues: readonly SchemaIssue[],
  input: unknown,
  root: string,
): CodedError {
  const problems = issues.flatMap((issue) => problemsOf(issue, input, root));
  // A misspelt field is also a missing one. The unknown name is the better hint.
  const first = problems.find((one) => one.code === 'UNKNOWN_FIELD') ?? problems[0];
  if (first === undefined) return new CodedError('VALIDATION_FAILED', { field: root });
  const others = problems.filter((one) => one !== first).slice(0, MAX_SHOWN_ISSUES);
  const details =
    others.length === 0 ? shown(first) : { ...shown(first), others: others.map(shown) };
  return new CodedError(first.code, details, { message: sentence(first) });
}

function problemsOf(issue: SchemaIssue, input: unknown, root: string): Problem[] {
  const path = (issue.path ?? []).map(segmentText);
  const at = (names: readonly string[]) => (names.length === 0 ? root : names.map(cut).join('.'));
  if (issue.code === 'unrecognized_keys') {
    const expected = 'absent: this endpoint does not know it';
    // Truncated before it is converted, as a request may have thousands.
    const keys = (issue.keys ?? []).slice(0, MAX_SHOWN_ISSUES + 1);
    return keys.map((key) => ({
      code: 'UNKNOWN_FIELD',
      field: at([...path, key]),
      expected,
      isMissing: false,
      value: valueAt(input, [...path, key]),
    }));
  }
  const value = valueAt(input, path);
  const wanted = issue.params?.['code'];
  const code = typeof wanted === 'string' && isCode(wanted) ? wanted : 'VALIDATION_FAILED';
  const field = at(path);
  // A query string has no lists, so a list is a parameter that is given twice.
  if (root === 'query' && Array.isArray(value)) {
    return [{ code, field, expected: GIVEN_ONCE, isMissing: false, value }];
  }
  const expected = path.length === 0 && root === 'body' ? 'a JSON object' : phraseOf(issue);
  return [{ code, field, expected, isMissing: value === undefined, value }];
}

const GIVEN_ONCE = 'given once';

/** The start of zod's own messages. A schema's phrases fit after "must be". */
const OF_ZOD = /^(?:Invalid|Too (?:big|small)|Unrecognized|Unknown|Not a multiple)/;
const TYPE_PHRASES: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
};

function phraseOf({ message, expected }: SchemaIssue): string {
  if (!OF_ZOD.test(message)) return message;
  return TYPE_PHRASES[String(expected)] ?? 'as documented for this field';
}

/** A path segment is a key, or in some standard schemas an object that contains one. */
function segmentText(segment: unknown): string {
  if (typeof segment === 'object' && segment !== null && 'key' in segment)
    return String(segment.key);
  return String(segment);
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  let value = input;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }
  return value;
}

const shown = (problem: Problem) => ({
  field: problem.field,
  ...(problem.isMissing ? {} : { value: printable(problem.value) }),
  expected: problem.expected,
});

function sentence(problem: Problem): string {
  if (problem.code === 'UNKNOWN_FIELD') return `${problem.field} is not a field of this request.`;
  if (problem.expected === GIVEN_ONCE) return `${problem.field} is given twice.`;
  const state = problem.isMissing ? 'is missing: it must be' : 'must be';
  return `${problem.field} ${state} ${problem.expected}.`;
}

const cut = (text: string): string =>
  text.length <= MAX_SHOWN_CHARACTERS ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS)}…`;

/** Scalars as they are, truncated. Of a list or an object only its type. */
function printable(value: unknown): unknown {
  const token = rawNumber(value);
  if (token !== undefined) return cut(token);
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return value;
}
