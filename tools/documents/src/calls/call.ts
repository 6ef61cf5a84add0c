/** The calls of the SDKs, as both languages print them: of the endpoints, and of their operations in the documents. */
import { SIGNER_ENDPOINTS, effectOf, gatewayEndpoints } from '@bellwether/api';
import type { Effect, EndpointTerms } from '@bellwether/api';
import { nameOfRef, operationsOf } from '@bellwether/runtime';
import type { JsonSchema, OpenApiDocument, Operation } from '@bellwether/runtime';
import type { Documents } from '../answered';
import { pascal } from '../pascal';
import { isByHand } from './by-hand';

/** Of a query or of a body. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Fields that are given together, by the name of their type. */
export interface Fields {
  readonly type: string;
  readonly fields: readonly Field[];
}

export interface Call {
  /** In camel case. */
  readonly name: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly method: EndpointTerms['method'];
  /** Its parts: fixed words, and arguments in snake case. */
  readonly path: readonly (string | { readonly argument: string; readonly schema: JsonSchema })[];
  /** Such as `?dry_run=true`. */
  readonly suffix: string;
  readonly query: Fields | null;
  readonly body: Fields | null;
  readonly answer: { readonly type: string; readonly required: readonly string[] };
  readonly effect: Effect;
  readonly onceWithout: string | undefined;
  readonly isWrapped: boolean;
  /** The argument whose owner reads. */
  readonly owner: string | null;
  /** The envelope is left out: the API key alone is presented. */
  readonly hasKeyAlone: boolean;
  readonly pages: Pages | null;
}

/** A list that comes page by page. */
export interface Pages {
  /** `eachMarket`. */
  readonly name: string;
  readonly field: string;
  readonly entry: string;
  readonly cursor: 'before' | 'after';
}

export interface Calls {
  readonly gateway: readonly Call[];
  readonly operator: readonly Call[];
  readonly signer: readonly Call[];
}

export function callsOf({ gateway, signer }: Omit<Documents, 'streams'>): Calls {
  const all = gatewayEndpoints({ hasAdmin: true });
  const isAdmin = ({ caller }: EndpointTerms) => caller?.credential === 'admin';
  const some = (app: 'gateway' | 'signer', terms: readonly EndpointTerms[]) => {
    const document = { gateway, signer }[app];
    return terms.filter(({ id }) => !isByHand(app, id)).flatMap((one) => made(one, document));
  };
  return {
    gateway: some(
      'gateway',
      all.filter((one) => !isAdmin(one)),
    ),
    operator: some('gateway', all.filter(isAdmin)),
    signer: some('signer', SIGNER_ENDPOINTS),
  };
}

/** What an endpoint is called: its id is a verb and a thing, and reading needs no verb. */
export const callName = ({ id, call }: Pick<EndpointTerms, 'id' | 'call'>): string =>
  call ?? id.replace(/^(?:get|list)(.)/, (_, first: string) => first.toLowerCase());

function made(terms: EndpointTerms, document: OpenApiDocument): readonly Call[] {
  const { id, caller } = terms;
  const operation = operationsOf(document).find(
    (one) => one.operation.operationId === id,
  )?.operation;
  if (operation === undefined) throw new Error(`${id} is not in the document`);
  const { schemas } = document.components;
  const name = callName(terms);
  const query = queryOf(operation);
  const body = bodyOf(operation, schemas);
  const answer = answerOf(operation, schemas);
  const call: Call = {
    name,
    summary: operation.summary,
    description: operation.description,
    method: terms.method,
    path: partsOf(terms.path, operation),
    suffix: '',
    query,
    body,
    answer,
    effect: effectOf(terms),
    onceWithout: terms.onceWithout,
    isWrapped: terms.wraps === true,
    owner: caller?.credential === 'session' ? argumentOf(caller.account) : null,
    hasKeyAlone: caller?.credential === 'api_key',
    pages: pagesOf(name, query ?? body, schemas[answer.type] ?? {}),
  };
  const canBeTried = query?.fields.some((field) => field.name === 'dry_run') === true;
  return canBeTried ? [{ ...call, query: null }, previewOf(call)] : [call];
}

/** Of a change that can be tried without effect. */
const previewOf = (call: Call): Call => ({
  ...call,
  name: `preview${pascal(call.name)}`,
  description: 'What it would do: nothing is done.',
  query: null,
  suffix: '?dry_run=true',
  effect: 'read',
});

/** A user is named alike in all calls, whatever a path says. */
const argumentOf = (parameter: string): string =>
  parameter === 'public_key' || parameter === 'user_pubkey' ? 'user' : parameter;

function partsOf(path: string, { parameters }: Operation): Call['path'] {
  return path
    .split('/')
    .slice(1)
    .map((part) => {
      if (!part.startsWith(':')) return part;
      const { name, schema } = parameters.find((one) => one.name === part.slice(1)) ?? {};
      if (name === undefined || schema === undefined) throw new Error(`${path}: no ${part}`);
      return { argument: argumentOf(name), schema };
    });
}

function queryOf({ operationId, parameters }: Operation): Fields | null {
  const fields = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema, description = '', required = false }) => ({
      name,
      schema: { ...schema, description },
      isRequired: required,
    }));
  return fields.length === 0 ? null : { type: `${pascal(operationId)}Query`, fields };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function bodyOf({ operationId, requestBody }: Operation, schemas: Schemas): Fields | null {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return null;
  if (schema.$ref === undefined) throw new Error(`the body of ${operationId} has no name`);
  const type = nameOfRef(schema.$ref);
  return { type, fields: fieldsOf(schemas[type] ?? {}) };
}

/** Of an object, or of all objects that it may be: a field is required where each of them requires it. */
function fieldsOf(schema: JsonSchema): readonly Field[] {
  const forms = schema.oneOf ?? schema.anyOf ?? [schema];
  const names = new Set(forms.flatMap((form) => Object.keys(form.properties ?? {})));
  return [...names].map((name) => {
    const found = forms
      .map(({ properties }) => properties?.[name])
      .filter((one) => one !== undefined);
    const words = [...new Set(found.flatMap((one) => one.enum ?? []))];
    return {
      name,
      schema: { ...found[0], ...(words.length > 0 && { enum: words }) },
      isRequired: forms.every(({ required = [] }) => required.includes(name)),
    };
  });
}

function answerOf({ operationId, responses }: Operation, schemas: Schemas): Call['answer'] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = success?.content?.['application/json']?.schema;
  const ref = schema?.properties?.['data']?.$ref ?? schema?.$ref;
  if (ref === undefined) throw new Error(`the answer of ${operationId} has no name`);
  const type = nameOfRef(ref);
  const { required = [] } = schemas[type] ?? {};
  if (required.length === 0) throw new Error(`nothing proves an answer of ${operationId}`);
  return { type, required };
}

/** `eachMarket` of `markets`; `eachLedgerEntry` of the `entries` of `ledger`. */
function pagesOf(call: string, asked: Fields | null, answer: JsonSchema): Pages | null {
  const { properties = {} } = answer;
  const names = (asked?.fields ?? []).map(({ name }) => name);
  const cursor = (['before', 'after'] as const).find((one) => names.includes(one));
  if (cursor === undefined || properties['has_more'] === undefined) return null;
  const [field, schema] = Object.entries(properties).find(([, one]) => one.type === 'array') ?? [];
  if (field === undefined || schema?.items?.$ref === undefined) throw new Error(`no list: ${call}`);
  const entry = nameOfRef(schema.items.$ref);
  const last = pascal(field);
  const each = pascal(call).endsWith(last)
    ? singular(pascal(call))
    : singular(pascal(call)) + singular(last);
  return { name: `each${each}`, field, entry, cursor };
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');
