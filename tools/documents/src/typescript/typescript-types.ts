/**
 * The types of the TypeScript SDK, made from the committed documents: what the exchange answers and streams, what is
 * sent to it, and the words of both.
 */
import { nameOfRef, operationsOf } from '@bellwether/runtime';
import type { JsonSchema, PlacedOperation } from '@bellwether/runtime';
import { answered, bothOf, streamed } from '../answered';
import type { Documents } from '../answered';
import { pascal } from '../pascal';
import { Words } from '../words';
import { Types } from './types';

const HEAD = '/** Made of docs/api by `node tools/documents.mjs`. Not to be edited. */';

/** The module. */
export function typescriptTypes({ gateway, signer, streams }: Documents): string {
  const operations = [...operationsOf(gateway), ...operationsOf(signer)];
  const words = new Words();
  const both = bothOf(gateway, signer);
  const types = new Types({ ...streams.components.schemas, ...both }, words);
  for (const name of answered(operations)) types.add(name);
  for (const name of streamed(streams)) types.add(name);
  for (const name of operations.flatMap(sent)) types.add(name);
  types.add('DetailsByCode');
  for (const one of operations) {
    const query = queryOf(one);
    if (query !== null) types.write(`${pascal(one.operation.operationId)}Query`, query);
  }
  const sets = words.sets.map(
    ([name, set]) => `export type ${name} = ${set.map((word) => `'${word}'`).join(' | ')};`,
  );
  return `${[HEAD, ...sets, types.text()].map(indented).join('\n\n')}\n`;
}

function sent({ operation }: PlacedOperation): readonly string[] {
  const ref = operation.requestBody?.content['application/json']?.schema.$ref;
  return ref === undefined ? [] : [nameOfRef(ref)];
}

function queryOf({ operation }: PlacedOperation): JsonSchema | null {
  const parameters = operation.parameters.filter((one) => one.in === 'query');
  if (parameters.length === 0) return null;
  return {
    description: `${operation.summary}: its query`,
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description = '' }) => [name, { ...schema, description }]),
    ),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

/** By the braces that are open at the start of each line. */
function indented(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('}')) depth--;
      const made = '  '.repeat(depth) + line;
      if (line.endsWith('{')) depth++;
      return made;
    })
    .join('\n');
}
