/** Types and calls of both clients are those of endpoints and documents. `node tools/documents.mjs` renews them. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AsyncApiDocument, OpenApiDocument } from '@bellwether/runtime';
import { describe, expect, it } from 'vitest';
import { RENEWING, readDocument } from '../src/committed-document';
import { callsOf } from '../src/calls/call';
import { pythonTypes } from '../src/python/python-types';
import { typescriptCalls } from '../src/typescript/typescript-calls';
import { typescriptTypes } from '../src/typescript/typescript-types';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TYPESCRIPT = 'libs/client/src/generated';
const PYTHON = 'clients/python/src/bellwether_client/generated';
const documents = {
  gateway: readDocument('gateway.openapi') as OpenApiDocument,
  signer: readDocument('signer.openapi') as OpenApiDocument,
  streams: readDocument('streams.asyncapi') as AsyncApiDocument,
};
const calls = callsOf(documents);
const python = pythonTypes(documents, calls);
const typescript = new Map([
  ['interface.ts', typescriptTypes(documents)],
  ...typescriptCalls(calls),
]);
const files = [
  ...[...python].map(([name, text]) => [`${PYTHON}/${name}`, text] as const),
  ...[...typescript].map(([name, text]) => [`${TYPESCRIPT}/${name}`, text] as const),
];

if (process.env['RENEW_DOCUMENTS'] !== undefined) {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(ROOT, name)), { recursive: true });
    writeFileSync(join(ROOT, name), text);
  }
}

describe('what is generated of the clients', () => {
  it.each(files)(`%s is as \`${RENEWING}\` writes it`, (name, text) => {
    expect(readFileSync(join(ROOT, name), 'utf8')).toBe(text);
  });

  it.each([
    [PYTHON, '.py', python],
    [TYPESCRIPT, '.ts', typescript],
  ])('is all that is in %s', (folder, ending, made) => {
    const there = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(ending));
    expect(there.toSorted()).toEqual([...made.keys()].toSorted());
  });
});
