/** Renders OpenAPI as a page that has no script and sends no request to other servers. */
import type { Content, OpenApiDocument, PlacedOperation, Response } from '../openapi';
import { operationsOf } from '../openapi';
import { nameOfRef, resolved } from '../schema-reader';
import { curlOf } from './curl';
import { fieldsTable, schemaLink, schemasSection, typeOf } from './fields-table';
import { anchor, escaped, folded, inline, json, page, pre, prose, table } from './html';

const STATUS_WORDS: Readonly<Record<string, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Not JSON',
  422: 'Refused',
  426: 'Upgrade required',
  429: 'Too many',
  500: 'Our fault',
  503: 'Not now',
  504: 'Not known',
};

export function documentPage(
  document: OpenApiDocument,
  { hasStreams }: { readonly hasStreams: boolean },
): string {
  const { info, tags, components } = document;
  const operations = operationsOf(document);
  const groups = tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const streams = hasStreams ? '<li><a href="docs/streams">The streams (WebSocket)</a></li>' : '';
  const links = `<ul><li><a href="openapi.json">openapi.json</a></li>${streams}</ul>`;
  const navigation = [
    `<h1>${escaped(info.title)}</h1>${links}`,
    ...groups.map((group) => navigationOf(group.name, group.operations)),
    '<h2>Shapes</h2><ul><li><a href="#schemas">Schemas</a></li></ul>',
  ].join('\n');
  const sections = groups.map(
    (group) =>
      `<section><h2 id="${anchor('tag', group.name)}">${escaped(group.name)}</h2>` +
      `${prose(group.description)}` +
      `${group.operations.map((one) => operationArticle(one, document)).join('\n')}</section>`,
  );
  const main =
    `<h1>${escaped(info.title)}</h1>${prose(info.description)}${credentials(document)}` +
    `${sections.join('\n')}${schemasSection(components.schemas)}`;
  return page({ title: info.title, navigation, main }, '');
}

function navigationOf(name: string, operations: readonly PlacedOperation[]): string {
  const items = operations.map(
    ({ operation }) =>
      `<li><a href="#${anchor(operation.operationId)}">${escaped(operation.summary)}</a></li>`,
  );
  return `<h2>${escaped(name)}</h2><ul>${items.join('')}</ul>`;
}

function credentials({ components }: OpenApiDocument): string {
  const rows = Object.entries(components.securitySchemes).map(([name, scheme]) => [
    `<code>${escaped(name)}</code>`,
    'description' in scheme ? inline(String(scheme.description)) : '',
  ]);
  return rows.length === 0 ? '' : `<h4>Credentials</h4>${table(['header', 'holds'], rows)}`;
}

function operationArticle(placed: PlacedOperation, document: OpenApiDocument): string {
  const { method, path, operation } = placed;
  const { components } = document;
  const [statusOfSuccess = '', success] =
    Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  return [
    `<article id="${anchor(operation.operationId)}"><h3>${escaped(operation.summary)}</h3>`,
    `<p class="route"><span class="method ${method}">${method.toUpperCase()}</span>${escaped(path)}</p>`,
    prose(operation.description ?? ''),
    credentialsOf(placed),
    parametersOf(placed),
    bodyOf(placed, document),
    success === undefined ? '' : successOf(statusOfSuccess, success, document),
    failuresOf(operation.responses, components.examples),
    folded('With curl', pre(curlOf(placed, components.schemas))),
    '</article>',
  ].join('\n');
}

function credentialsOf({ operation }: PlacedOperation): string {
  const headers = operation.security.flatMap((one) => Object.keys(one));
  if (headers.length === 0) return '';
  return `<p class="soft">Asks for ${headers.map((one) => `<code>${escaped(one)}</code>`).join(', ')}.</p>`;
}

function parametersOf({ operation }: PlacedOperation): string {
  const { parameters } = operation;
  const properties = Object.fromEntries(
    parameters.map(({ name, description = '', schema }) => [name, { description, ...schema }]),
  );
  const required = parameters.filter((one) => one.required === true).map(({ name }) => name);
  const shown = fieldsTable({ properties, required });
  return shown === '' ? '' : `<h4>Parameters</h4>${shown}`;
}

function bodyOf({ operation }: PlacedOperation, document: OpenApiDocument): string {
  const content = operation.requestBody?.content['application/json'];
  if (content === undefined) return '';
  return `<h4>Body</h4>${contentOf(content, document)}`;
}

function contentOf({ schema, example }: Content, { components }: OpenApiDocument): string {
  const whole = resolved(schema, components.schemas);
  const fields = fieldsTable(whole) || `<p>${typeOf(whole)}</p>`;
  return `${fields}${example === undefined ? '' : folded('Example', json(example))}`;
}

function successOf(status: string, response: Response, document: OpenApiDocument): string {
  const [type = '', content] = Object.entries(response.content ?? {})[0] ?? [];
  const name = content?.schema.$ref ?? content?.schema.properties?.['data']?.$ref;
  const link = name === undefined ? '' : ` ${schemaLink(nameOfRef(name))}`;
  const headers = Object.keys(response.headers ?? {}).map((one) => `<code>${escaped(one)}</code>`);
  return (
    `<h4>Answer ${escaped(status)}</h4><p>${inline(response.description)}${link}` +
    ` <span class="soft">${escaped(type)}; headers ${headers.join(', ')}</span></p>` +
    `${content === undefined ? '' : folded('Fields and an example', contentOf(content, document))}`
  );
}

function failuresOf(
  responses: Readonly<Record<string, Response>>,
  examples: OpenApiDocument['components']['examples'],
): string {
  const rows = Object.entries(responses).flatMap(([status, response]) => {
    const [content] = Object.values(response.content ?? {});
    return Object.entries(content?.examples ?? {}).map(([code, { $ref }]) => [
      `${escaped(status)} <span class="soft">${STATUS_WORDS[status] ?? ''}</span>`,
      `<code>${escaped(code)}</code>`,
      inline(examples[nameOfRef($ref)]?.summary ?? ''),
    ]);
  });
  const codes = `${rows.length} code${rows.length === 1 ? '' : 's'}`;
  return folded(`Failures: ${codes}`, table(['status', 'code', 'meaning'], rows));
}
