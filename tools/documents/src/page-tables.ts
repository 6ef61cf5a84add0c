/** The tables of docs/protocol that follow from endpoints and codes. `node tools/documents.mjs` writes them. */
import { ERROR_DETAILS, SIGNER_ENDPOINTS, gatewayEndpoints } from '@bellwether/api';
import type { Caller, EndpointTerms } from '@bellwether/api';
import { CODES } from '@bellwether/errors';
import { nameOfRef, operationsOf } from '@bellwether/runtime';
import type { JsonSchema, OpenApiDocument } from '@bellwether/runtime';
import { BUS_CODES } from './codes-without-operation';
import { markdownTable } from './markdown-table';

type Apps = Readonly<Record<'gateway' | 'signer', OpenApiDocument>>;

const code = (text: string): string => `\`${text}\``;

/** A table by the name in its marks: `<!-- table: gateway, Accounts -->` to `<!-- end of table -->`. */
export function tableOf(name: string, documents: Apps): string {
  if (name === 'codes') return codesTable();
  const [app, tag] = name.split(', ');
  if (app !== 'gateway' && app !== 'signer') throw new Error(`no table has the name ${name}`);
  const all = app === 'gateway' ? gatewayEndpoints({ hasAdmin: true }) : SIGNER_ENDPOINTS;
  const chosen = tag === undefined ? all : all.filter((endpoint) => endpoint.tag === tag);
  if (chosen.length === 0) throw new Error(`${app} has no endpoints with the tag ${tag}`);
  const heads = ['call', '', 'takes', 'needs', 'charged'];
  const rows = chosen.map((endpoint) => [
    code(`${endpoint.method} ${documentedPath(endpoint)}`),
    endpoint.summary,
    fieldsOf(endpoint, documents[app]),
    endpoint.caller === null ? '' : credentialOf(endpoint.caller),
    chargeOf(endpoint),
  ]);
  const used = heads.map((_, column) => rows.some((row) => row[column] !== ''));
  const shown = (row: readonly string[]) => row.filter((_, column) => used[column]);
  return markdownTable(shown(heads), rows.map(shown));
}

const documentedPath = ({ path }: EndpointTerms): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** Parameters of the query and fields of the body; those that may be omitted have a question mark. */
function fieldsOf(endpoint: EndpointTerms, document: OpenApiDocument): string {
  const path = documentedPath(endpoint);
  const method = endpoint.method.toLowerCase();
  const placed = operationsOf(document).find((one) => one.method === method && one.path === path);
  if (placed === undefined) throw new Error(`${endpoint.id} is not in the document`);
  const { parameters, requestBody } = placed.operation;
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, required }) => (required === true ? name : `${name}?`));
  const content = requestBody?.content['application/json']?.schema;
  const body = content === undefined ? '' : oneOf(bodiesOf(content, document));
  return [query.length === 0 ? '' : code(query.join(', ')), body]
    .filter((part) => part !== '')
    .join(' and ');
}

/** Up to two alternatives are written out, of more only the fields that all of them have. */
function oneOf(bodies: readonly string[]): string {
  const different = [...new Set(bodies)].filter((body) => body !== '');
  const [first = '', ...others] = different;
  if (others.length < 2) return different.map(code).join(' or ');
  const inAll = first
    .split(', ')
    .filter((name) => others.every((body) => body.split(', ').includes(name)));
  return code([...inAll, '…'].join(', '));
}

/** The fields of a body, or of each of its alternatives. */
function bodiesOf(schema: JsonSchema, document: OpenApiDocument): readonly string[] {
  const { $ref: reference, anyOf, oneOf, properties = {}, required = [] } = schema;
  if (reference !== undefined) {
    return bodiesOf(document.components.schemas[nameOfRef(reference)]!, document);
  }
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return alternatives.flatMap((one) => bodiesOf(one, document));
  const names = Object.keys(properties);
  return [names.map((name) => (required.includes(name) ? name : `${name}?`)).join(', ')];
}

function credentialOf(caller: Caller): string {
  switch (caller.credential) {
    case 'admin':
      return caller.roles.map(code).join(' or ');
    case 'session':
      return 'a session';
    case 'envelope':
      return 'the envelope';
    case 'api_key':
      return 'the API key';
  }
}

/** The weight, and the limits of another lane or kind of call. */
const chargeOf = ({ weight, lane, callLimit }: EndpointTerms): string =>
  [
    weight === undefined ? '' : String(weight),
    lane === undefined ? '' : code(lane),
    callLimit === undefined ? '' : code(callLimit),
  ]
    .filter((part) => part !== '')
    .join(', ');

/** Codes by status, each with the fields of its `details` that programs may rely on. */
function codesTable(): string {
  const between = new Set<string>(BUS_CODES);
  const codes = Object.entries(CODES).filter(([name]) => !between.has(name));
  const statuses = [...new Set(codes.map(([, { status }]) => status))].toSorted((a, b) => a - b);
  const rows = statuses.map((status) => [
    String(status),
    codes
      .filter(([, entry]) => entry.status === status)
      .map(([name]) => withDetails(name))
      .join(', '),
  ]);
  return markdownTable(['status', 'codes, with their `details`'], rows);
}

const detailsOf: Readonly<Record<string, { readonly shape: object }>> = ERROR_DETAILS;

function withDetails(name: string): string {
  const fields = Object.keys(detailsOf[name]?.shape ?? {});
  return fields.length === 0 ? code(name) : `${code(name)} (${fields.map(code).join(', ')})`;
}
