/**
 * The generated part of the Python client, made from the committed documents: what the exchange answers and streams, what
 * is sent to it, the words of both, and the calls.
 */
import { FULL_TERMS } from '@bellwether/canonical-message';
import { operationsOf } from '@bellwether/runtime';
import type { JsonSchema, OpenApiDocument } from '@bellwether/runtime';
import { answered, bothOf, streamed } from '../answered';
import type { Documents } from '../answered';
import { Words } from '../words';
import type { Calls } from '../calls/call';
import { Classes } from './classes';
import { detailsOf } from './details-module';
import { formsModule } from './forms-module';
import { pythonCalls } from './python-calls';
import { wordsModule } from './words-module';

const HEAD = '# Made of docs/api by `node tools/documents.mjs`. Not to be edited.\n';
/** The user's part of a request; who sends and signs it comes from the client. */
const TERMS: readonly (readonly [string, keyof Documents & ('gateway' | 'signer'), string])[] = [
  ['OrderTerms', 'gateway', 'SignedOrderRequest'],
  ['BuilderOrderTerms', 'signer', 'OrderRequest'],
  ['CancelTerms', 'gateway', 'SignedCancelRequest'],
  ['CancelAllTerms', 'gateway', 'SignedCancelAllRequest'],
  ['WithdrawTerms', 'gateway', 'SignedWithdrawRequest'],
  ['PreviewTerms', 'gateway', 'PreviewRequest'],
];
const OF_THE_CLIENT = ['user', 'main_address', 'nonce', 'client_id', 'signer', 'signature', 'text'];
/** The client has a default. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  OrderTerms: ['order_type'],
  BuilderOrderTerms: ['order_type'],
};
/** An order that its user signs has no builder, and so no fee. A preview is of any user. */
const OMITTED: Readonly<Record<string, readonly string[]>> = {
  OrderTerms: [...OF_THE_CLIENT, 'fee_bps'],
  PreviewTerms: [],
};

/** File names and texts, in the order in which they import each other. */
export function pythonTypes(
  { gateway, signer, streams }: Documents,
  calls: Calls,
): ReadonlyMap<string, string> {
  const words = new Words();
  words.nameOf(errorCodes(gateway), 'ErrorCode');
  const answers = new Classes(bothOf(gateway, signer), words);
  const operations = [...operationsOf(gateway), ...operationsOf(signer)];
  for (const name of answered(operations)) answers.model(name);

  const stream = new Classes(streams.components.schemas, words, answers);
  for (const name of streamed(streams)) stream.model(name);

  const requests = new Classes(bothOf(gateway, signer), words);
  const documents = { gateway, signer };
  for (const [name, app, of] of TERMS) {
    const schema = documents[app].components.schemas[of] ?? {};
    const required = schema.required?.filter((one) => OPTIONAL[name]?.includes(one) !== true);
    const asked = { ...schema, ...(required !== undefined && { required }) };
    requests.terms(name, asked, OMITTED[name] ?? OF_THE_CLIENT);
  }
  requests.terms('FullTerms', fullTermsIn(signer), []);
  const [details, giving] = detailsOf(gateway, words);
  // They make words and classes of requests, so they come first.
  const printed = pythonCalls(calls, requests, words);
  return new Map([
    ['__init__.py', HEAD],
    ['words.py', HEAD + wordsModule(words)],
    ['answers.py', moduleOf('What the exchange answers.', answers, words)],
    ['stream_data.py', moduleOf('What the streams carry.', stream, words)],
    ['requests.py', moduleOf('What is said of a request.', requests, words)],
    ['error_details.py', moduleOf('The facts of errors.', details, words, giving)],
    ...[...printed].map(([name, text]) => [name, HEAD + text] as const),
    ['forms.py', formsModule()],
  ]);
}

/** Of an order: those that only its full form has. */
function fullTermsIn({ components }: OpenApiDocument): JsonSchema {
  const { properties = {} } = components.schemas['OrderRequest'] ?? {};
  return {
    description: 'With any of these the order is of the full form, whose signature covers them.',
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => Object.hasOwn(FULL_TERMS, name)),
    ),
  };
}

function errorCodes({ components }: OpenApiDocument): readonly string[] {
  const error = components.schemas['Failure']?.properties?.['error'];
  const code: JsonSchema = error?.properties?.['code'] ?? {};
  return (code.enum ?? []).map(String);
}

function moduleOf(title: string, classes: Classes, words: Words, more = ''): string {
  const body = classes.text() + more;
  const has = (name: string) => new RegExp(`\\b${name}\\b`).test(body);
  const line = (from: string, names: readonly string[]) => {
    const used = names.filter(has);
    const short = `from ${from} import ${used.join(', ')}`;
    if (used.length === 0) return [];
    return short.length <= 100
      ? [short]
      : [`from ${from} import (`, ...used.map((one) => `    ${one},`), ')'];
  };
  return [
    `${HEAD}"""${title}"""`,
    '',
    ...line('typing', [
      'Any',
      'Dict',
      'List',
      'Literal',
      'Mapping',
      'Optional',
      'Union',
      'overload',
    ]),
    ...(has('Field') || has('StrictInt')
      ? ['', ...line('pydantic', ['Field', 'StrictBool', 'StrictInt'])]
      : []),
    ...(has('TypedDict') ? ['', ...line('typing_extensions', ['NotRequired', 'TypedDict'])] : []),
    '',
    ...line('..answer', ['Answer']),
    ...line('.answers', classes.imports),
    ...line('.words', words.names),
    '',
    '',
    body,
  ].join('\n');
}
