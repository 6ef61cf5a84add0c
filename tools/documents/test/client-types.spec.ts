/** The types of both clients are those of the documents. `node tools/documents.mjs` renews them. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AsyncApiDocument, OpenApiDocument } from '@bellwether/runtime';
import { describe, expect, it } from 'vitest';
import { RENEWING, readDocument } from '../src/committed-document';
import { pythonTypes } from '../src/python/python-types';
import { typescriptTypes } from '../src/typescript/typescript-types';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PYTHON = 'clients/python/src/bellwether_client/generated';
const documents = {
  gateway: readDocument('gateway.openapi') as OpenApiDocument,
  signer: readDocument('signer.openapi') as OpenApiDocument,
  streams: readDocument('streams.asyncapi') as AsyncApiDocument,
};
const python = pythonTypes(documents);
const files = [
  ...[...python].map(([name, text]) => [`${PYTHON}/${name}`, text] as const),
  ['libs/client/src/generated/interface.ts', typescriptTypes(documents)] as const,
];

if (process.env['RENEW_DOCUMENTS'] !== undefined) {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(ROOT, name)), { recursive: true });
    writeFileSync(join(ROOT, name), text);
  }
}

describe('the types of the clients', () => {
  it.each(files)(`%s is as \`${RENEWING}\` writes it`, (name, text) => {
    expect(readFileSync(join(ROOT, name), 'utf8')).toBe(text);
  });

  it('are all of the files there', () => {
    const there = readdirSync(join(ROOT, PYTHON)).filter((name) => name.endsWith('.py'));
    expect(there.toSorted()).toEqual([...python.keys()].toSorted());
  });
});
