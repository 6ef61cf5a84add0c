/** The calls of the TypeScript SDK: a class for each of its clients, and the fields that prove their answers. */
import { camelCase } from '@bellwether/codec';
import type { Call, Calls, Fields } from '../calls/call';
import { LINE, listed, wrapped } from '../wrapped';

const HEAD =
  '/** Made of libs/api and docs/api by `node tools/documents.mjs`. Not to be edited. */';
/** Types that are said more exactly by hand. */
const BY_HAND: Readonly<Record<string, string>> = {
  NonceOutcome: '../answers',
  ResolveEventRequest: '../requests',
};

/** By file name. */
export function typescriptCalls({ gateway, operator, signer }: Calls): ReadonlyMap<string, string> {
  return new Map([
    [
      'gateway-calls.ts',
      moduleOf(gateway, 'GatewayCalls extends OwnerReads', [
        '/** What anybody may call, and owners of accounts. */',
        "import { OwnerReads } from '../owner-reads';",
      ]),
    ],
    ['operator-calls.ts', moduleOf(operator, 'OperatorCalls', ['/** What operators may call. */'])],
    ['signer-calls.ts', moduleOf(signer, 'SignerCalls', ['/** What builders may call. */'])],
    ['required-fields.ts', requiredFields([...gateway, ...operator, ...signer])],
  ]);
}

function requiredFields(calls: readonly Call[]): string {
  const answers = new Map(calls.map(({ answer }) => [answer.type, answer.required]));
  const lines = [...answers]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([type, fields]) => {
      const names = fields.map((field) => `'${field}'`);
      return listed([`export const ${type} = [`, names, '] as const;'], '', '  ');
    });
  return [HEAD, '/** The fields that an answer must have, by its type. */', ...lines, ''].join(
    '\n',
  );
}

function moduleOf(calls: readonly Call[], name: string, [title = '', base]: readonly string[]) {
  const methods = calls.flatMap((call) => ['', ...methodOf(call), ...iteratorOf(call)]);
  const own = [
    'protected abstract readonly caller: Caller;',
    ...(calls.some(({ hasKeyAlone }) => hasKeyAlone)
      ? ['protected abstract readonly keyAlone: Credentials;']
      : []),
  ];
  const fields = base === undefined ? own.map((line) => `  ${line}`) : [];
  const body = [...fields, ...methods].join('\n');
  const from = (module: string, names: readonly string[], keyword = 'import type') => {
    const used = names.filter((one) => new RegExp(`\\b${one}\\b`).test(body));
    return used.length === 0
      ? []
      : listed([`${keyword} { `, used, ` } from '${module}';`], '', '  ').map(withoutSpaces);
  };
  const types = [...new Set(calls.flatMap(typesOf))].toSorted();
  return [
    HEAD,
    ...(base === undefined ? [] : [base]),
    ...from('../http/caller', ['pathOf'], 'import'),
    ...from('../http/caller', ['Caller', 'Credentials', 'Receipt']),
    ...from('../http/http-sender', ['CallOptions']),
    ...from('../pages', ['entriesOf'], 'import'),
    ...Object.entries(BY_HAND).flatMap(([type, module]) => from(module, [type])),
    ...from(
      './interface',
      types.filter((type) => BY_HAND[type] === undefined),
    ),
    "import * as required from './required-fields';",
    '',
    title,
    `export abstract class ${name} {`,
    body.replace(/^\n/, ''),
    '}',
    '',
  ].join('\n');
}

/** Braces on lines of their own. */
const withoutSpaces = (line: string): string => line.replace(/\{ $/, '{').replace(/^ \}/, '}');

const typesOf = ({ query, body, answer, pages }: Call): readonly string[] =>
  [query?.type, body?.type, answer.type, pages?.entry].filter((one) => one !== undefined);

function methodOf(call: Call): readonly string[] {
  const { answer, name, effect } = call;
  const returned = effect === 'read' ? answer.type : `Receipt<${answer.type}>`;
  return [
    ...commentOf(call),
    ...listed([`${name}(`, parametersOf(call), `): Promise<${returned}> {`], '  ', '  '),
    ...(call.method === 'GET' ? readOf(call) : sendingOf(call)),
    '  }',
  ];
}

function readOf(call: Call): readonly string[] {
  const { answer, owner, query, isWrapped } = call;
  const more = [
    ...(query === null ? [] : ['query']),
    ...(isWrapped ? ['isWrapped: true'] : []),
    ...(owner === null ? [] : ['credentials']),
  ];
  const options = more.length === 0 ? 'options' : `{ ...options, ${more.join(', ')} }`;
  const given = [pathText(call), `required.${answer.type}`, options];
  if (owner === null) return listed(['return this.caller.read(', given, ');'], '    ', '  ');
  return [
    `    return this.asOwner(${owner}, options, (credentials) =>`,
    ...listed(['this.caller.read(', given, '),'], '      ', '  '),
    '    );',
  ];
}

function sendingOf(call: Call): readonly string[] {
  const { method, body, answer, effect, onceWithout, isWrapped, hasKeyAlone } = call;
  const word = effect === 'set' ? 'read' : effect;
  const change = [
    `path: ${pathText(call)}`,
    ...(method === 'POST' ? [] : [`method: '${method}'`]),
    body === null ? "body: '{}'" : 'body: JSON.stringify(request)',
    onceWithout === undefined ? `effect: '${word}'` : 'effect',
    ...(isWrapped ? ['isWrapped: true'] : []),
    ...(hasKeyAlone ? ['credentials: this.keyAlone'] : []),
  ];
  const given = [`{ ${change.join(', ')} }`, `required.${answer.type}`, 'options'];
  return [
    ...(onceWithout === undefined
      ? []
      : [`    const effect = request.${onceWithout} === undefined ? 'once' : '${word}';`]),
    ...listed(
      [`return this.caller.${effect === 'read' ? 'ask' : 'change'}(`, given, ');'],
      '    ',
      '  ',
    ),
  ];
}

function iteratorOf(call: Call): readonly string[] {
  const { pages, name } = call;
  if (pages === null) return [];
  const asked = argumentOf(call);
  const given = [...pathArguments(call).map(camelCase), 'page', 'options'];
  const read = `(page) => this.${name}(${given.join(', ')})`;
  const cursor = pages.cursor === 'before' ? [] : [`'${pages.cursor}'`];
  const returned = `AsyncGenerator<${pages.entry}, void>`;
  return [
    '',
    `  /** All entries of \`${name}\`, page by page. */`,
    ...listed([`${pages.name}(`, parametersOf(call), `): ${returned} {`], '  ', '  '),
    ...listed(
      ['return entriesOf(', [asked, read, `'${pages.field}'`, ...cursor], ');'],
      '    ',
      '  ',
    ),
    '  }',
  ];
}

/** Parts of the path, then query or body, then options. */
function parametersOf(call: Call): readonly string[] {
  const { query, body } = call;
  const ofPath = call.path.flatMap((part) =>
    typeof part === 'string'
      ? []
      : [`${camelCase(part.argument)}: ${part.schema.type === 'integer' ? 'number' : 'string'}`],
  );
  const asked = query ?? body;
  return [
    ...ofPath,
    ...(asked === null ? [] : [`${argumentOf(call)}: ${typeAndDefault(asked)}`]),
    'options?: CallOptions',
  ];
}

const argumentOf = ({ query }: Call): string => (query === null ? 'request' : 'query');

const typeAndDefault = ({ type, fields }: Fields): string =>
  fields.some(({ isRequired }) => isRequired) || type in BY_HAND ? type : `${type} = {}`;

const pathArguments = ({ path }: Call): readonly string[] =>
  path.flatMap((part) => (typeof part === 'string' ? [] : [part.argument]));

function pathText({ path, suffix }: Call): string {
  const parts = path.map((part) =>
    typeof part === 'string' ? `/${part}` : `/\${${camelCase(part.argument)}}`,
  );
  const text = parts.join('') + suffix;
  return text.includes('${') ? `pathOf\`${text}\`` : `'${text}'`;
}

function commentOf({ summary, description }: Call): readonly string[] {
  const text = [`${summary}.`, description ?? ''].join(' ').trim();
  const line = `  /** ${text} */`;
  if (line.length <= LINE) return [line];
  return ['  /**', ...wrapped(text, '   * '), '   */'];
}
