/**
 * Checks every answer seen by the tests of the apps and of the whole exchange against the committed document of the app
 * that gave it. So a code that an endpoint returns without declaring it fails the test that got it,
 * whatever that test was about.
 */
import { wrongDetails } from '@bellwether/api';
import type { OpenApiDocument } from '@bellwether/runtime';
import { PATH_CODES } from './codes-without-operation';
import { readDocument } from './committed-document';
import { codeIn, operationOf, undocumented } from './documented-answer';
import type { SeenAnswer } from './documented-answer';

/** Codes of a request that reaches no operation. */
const OF_NO_OPERATION: readonly string[] = [
  ...PATH_CODES,
  'NOT_FOUND',
  'VALIDATION_FAILED',
  'RATE_LIMITED',
];

/** The limit that `libs/runtime` sets in its router. */
const LONGEST_PARAMETER_CHARACTERS = 192;

export class PromisedAnswers {
  private document: OpenApiDocument | undefined;

  constructor(private readonly app: 'gateway' | 'signer') {}

  /**
   * @param target path and query
   * @throws Error saying what the document does not allow
   */
  require(method: string, target: string, answer: SeenAnswer): void {
    const fault = this.faultOf(method, target, answer) ?? faultOfDetails(answer);
    if (fault === null) return;
    const asked = `${method} ${target.slice(0, 200)}`;
    throw new Error(
      `docs/api/${this.app}.openapi.json does not promise this of ${asked}: ${fault}`,
    );
  }

  private faultOf(method: string, target: string, answer: SeenAnswer): string | null {
    this.document ??= readDocument(`${this.app}.openapi`) as OpenApiDocument;
    const code = codeIn(answer.body);
    if (PATH_CODES.some((one) => one === code)) return null;
    const placed = isRouted(target) ? operationOf(this.document, method, target) : undefined;
    if (placed !== undefined) return undocumented(placed, this.document, answer);
    return OF_NO_OPERATION.includes(code) ? null : `${answer.status} ${code} at an unknown path`;
  }
}

/** Of an error, and of those in the results of a batch. */
function faultOfDetails({ body }: SeenAnswer): string | null {
  const { results } = Object(body);
  const bodies: readonly unknown[] = Array.isArray(results)
    ? [body, ...results.map((result) => Object(result).body)]
    : [body];
  const errors = bodies.map((one) => Object(Object(one).error));
  return (
    errors
      .map(({ code, details }) => (code === undefined ? null : wrongDetails(String(code), details)))
      .find((fault) => fault !== null) ?? null
  );
}

/** A path that does not decode to text, or has a part that is too long, reaches no operation. */
function isRouted(target: string): boolean {
  try {
    const [path = ''] = target.split('?');
    const parts = path.split('/').map(decodeURIComponent);
    return parts.every(({ length }) => length <= LONGEST_PARAMETER_CHARACTERS);
  } catch {
    return false;
  }
}
