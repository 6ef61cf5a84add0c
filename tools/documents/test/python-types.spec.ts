/** The types of the Python client are those of the documents. `node tools/documents.mjs` renews them. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AsyncApiDocument, OpenApiDocument } from '@bellwether/runtime';
import { describe, expect, it } from 'vitest';
import { RENEWING, readDocument } from '../src/committed-document';
import { pythonTypes } from '../src/python/python-types';

const FOLDER = fileURLToPath(
  new URL('../../../clients/python/src/bellwether_client/generated', import.meta.url),
);
const files = pythonTypes({
  gateway: readDocument('gateway.openapi') as OpenApiDocument,
  signer: readDocument('signer.openapi') as OpenApiDocument,
  streams: readDocument('streams.asyncapi') as AsyncApiDocument,
});

if (process.env['RENEW_DOCUMENTS'] !== undefined) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
}

describe('the types of the Python client', () => {
  it.each([...files])(`%s is as \`${RENEWING}\` writes it`, (name, text) => {
    expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(text);
  });

  it('are all of the files there', () => {
    const there = readdirSync(FOLDER).filter((name) => name.endsWith('.py'));
    expect(there.toSorted()).toEqual([...files.keys()].toSorted());
  });
});
