/** The committed documents, which the apps' own tests compare with what running apps serve. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SIGNED_KINDS } from '@bellwether/canonical-message';
import { CODES } from '@bellwether/errors';
import { operationsOf, schemasIn } from '@bellwether/runtime';
import type { AsyncApiDocument, OpenApiDocument } from '@bellwether/runtime';
import { Validator } from '@seriousme/openapi-schema-validator';
import { breakingChanges } from '../src/breaking-changes';
import { BUS_CODES, PATH_CODES, STREAM_CODES } from '../src/codes-without-operation';
import { busDocument } from '../src/bus-document';
import {
  isCommitted,
  readDocument,
  requireCommitted,
  writeDocument,
} from '../src/committed-document';
import type { Contract } from '../src/contract';
import { codesOf, contractOf } from '../src/contract';
import { requireTables } from '../src/generated-tables';
import { tableOf } from '../src/page-tables';
import { signedTableOf } from '../src/signed-tables';
import { misfit, undescribedFields, withoutExample, wrongExamples } from '../src/document-faults';

// Documents that the apps' tests have compared.
const openApi = (name: string) => readDocument(`${name}.openapi`) as OpenApiDocument;
const RENEWING = process.env['RENEW_DOCUMENTS'];
const APPS = ['gateway', 'signer'] as const;

describe.each(APPS)('the OpenAPI of the %s', (app) => {
  const document = openApi(app);
  const { schemas } = document.components;

  it('is valid by its own tool', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('describes every field', () => {
    const named = Object.entries(schemas).flatMap(([name, schema]) =>
      undescribedFields(name, schema, schemas),
    );
    const ofOperations = operationsOf(document).flatMap(({ operation }) => {
      const { operationId, parameters, requestBody, responses } = operation;
      const silent = parameters.filter(({ description = '' }) => description === '');
      const contents = [requestBody, ...Object.values(responses)].flatMap((one) =>
        Object.values(one?.content ?? {}).filter(({ schema }) => schema.allOf === undefined),
      );
      return [
        ...silent.map(({ name }) => `${operationId}: ${name}`),
        ...contents.flatMap(({ schema }) => undescribedFields(operationId, schema, schemas)),
      ];
    });
    expect([...named, ...ofOperations]).toEqual([]);
  });

  it('shows an example of every request and answer, and each is right', () => {
    expect(withoutExample(document)).toEqual([]);
    expect(wrongExamples(document)).toEqual([]);
  });

  it('requires nothing that has a default, and says defaults of bodies in words alone', () => {
    const keyword = Object.entries(schemas).filter(([, schema]) =>
      [...schemasIn(schema)].some((one) => one['default'] !== undefined),
    );
    expect(keyword.map(([name]) => name)).toEqual([]);
    const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters);
    const withDefault = parameters.filter(({ schema }) => schema['default'] !== undefined);
    expect(withDefault.filter(({ required }) => required === true)).toEqual([]);
  });

  it('names operations once, each under a tag that is described', () => {
    const operations = operationsOf(document).map(({ operation }) => operation);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    expect(operations.filter((one) => !tags.includes(one.tags[0] ?? ''))).toEqual([]);
  });
});

const releaseOf = (app: string): string => `released/${app}`;

if (RENEWING === 'release') {
  for (const app of APPS) writeDocument(releaseOf(app), contractOf(openApi(app)));
}

/** Before the first release there is none. */
describe.each(APPS.filter((app) => isCommitted(releaseOf(app))))('a client of %s', (app) => {
  it('is broken by nothing since the last release', () => {
    const released = readDocument(releaseOf(app)) as Contract;
    expect(breakingChanges(released, contractOf(openApi(app)))).toEqual([]);
  });
});

describe('the codes', () => {
  const documented = new Set(
    APPS.flatMap((app) => operationsOf(openApi(app))).flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(codesOf),
    ),
  );
  const elsewhere = new Set<string>([...BUS_CODES, ...PATH_CODES, ...STREAM_CODES]);

  it('are each of an operation, or said to be of none', () => {
    const unused = Object.keys(CODES).filter(
      (code) => !documented.has(code) && !elsewhere.has(code),
    );
    expect(unused).toEqual([]);
    expect([...elsewhere].filter((code) => documented.has(code))).toEqual([]);
  });
});

const PAGES = ['docs/protocol/http.md', 'docs/protocol/builder-envelope.md'] as const;

describe('the tables of docs/protocol', () => {
  const documents = { gateway: openApi('gateway'), signer: openApi('signer') };
  const tables = (name: string) => tableOf(name, documents);

  it.each(PAGES)('of %s are what the code says', (page) => {
    expect(() => requireTables(page, tables, RENEWING)).not.toThrow();
  });

  it('of signed-messages.md are what is signed, and each form has one', () => {
    const page = 'docs/protocol/signed-messages.md';
    const kinds: string[] = [];
    const tables = (kind: string) => {
      kinds.push(kind);
      return signedTableOf(kind);
    };
    expect(() => requireTables(page, tables, RENEWING)).not.toThrow();
    expect(kinds.toSorted()).toEqual(SIGNED_KINDS.toSorted());
  });

  it('have every endpoint', () => {
    const pages = PAGES.map((page) =>
      readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8'),
    );
    const missing = APPS.flatMap((app) => operationsOf(openApi(app)))
      .filter(({ operation }) => operation.tags[0] !== 'Operations')
      .map(({ method, path }) => `| \`${method.toUpperCase()} ${path}\` `)
      .filter((row) => !pages.some((page) => page.includes(row)));
    expect(missing, 'a page needs the marks of a table with their tag').toEqual([]);
  });
});

describe('the AsyncAPI documents', () => {
  const streams = readDocument('streams.asyncapi') as AsyncApiDocument;

  it('of the bus is the committed one', () => {
    const compare = () => requireCommitted('bus.asyncapi', busDocument(), RENEWING);
    expect(compare).not.toThrow();
  });

  it.each([
    ['streams', streams],
    ['bus', busDocument()],
  ])('of the %s describe every field, and their examples are right', (_name, document) => {
    const { messages, schemas } = document.components;
    const silent = [
      ...Object.entries(messages).flatMap(([name, { payload }]) =>
        undescribedFields(name, payload, schemas),
      ),
      ...Object.entries(schemas).flatMap(([name, schema]) =>
        undescribedFields(name, schema, schemas),
      ),
    ];
    const wrong = Object.entries(messages).flatMap(([name, { payload, examples }]) =>
      examples.flatMap((one) => {
        const fault = misfit(one.payload, payload, schemas);
        return fault === null ? [] : [`${name}: ${fault}`];
      }),
    );
    expect(silent).toEqual([]);
    expect(wrong).toEqual([]);
  });
});
