/** The calls of the Python client: a class for each of its clients, of which it inherits them. */
import type { Call, Calls, Field, Fields } from '../calls/call';
import { snakeCase } from '@bellwether/codec';
import type { Words } from '../words';
import { LINE, listed, wrapped } from '../wrapped';
import { WRITTEN, annotationOf } from './annotations';
import type { Place } from './annotations';
import type { Classes } from './classes';

const KEYWORDS: readonly string[] = ['from'];
const DEADLINE = 'deadline: Optional[float] = None';

/** File names and texts, without the head of the file. */
export function pythonCalls(
  { gateway, operator, signer }: Calls,
  requests: Classes,
  words: Words,
): ReadonlyMap<string, string> {
  const printer = new Printer(requests, words);
  return new Map([
    [
      'gateway_calls.py',
      printer.module(gateway, 'What anybody may call, and owners of accounts.', 'GatewayCalls'),
    ],
    ['operator_calls.py', printer.module(operator, 'What operators may call.', 'OperatorCalls')],
    ['signer_calls.py', printer.module(signer, 'What builders may call.', 'SignerCalls')],
  ]);
}

class Printer {
  constructor(
    private readonly requests: Classes,
    private readonly words: Words,
  ) {}

  module(calls: readonly Call[], title: string, name: string): string {
    const isOwner = calls.some(({ owner }) => owner !== null);
    const base = isOwner ? 'OwnerReads' : 'BaseClient';
    const body = [
      `class ${name}(${base}):`,
      `    """${title}"""`,
      ...(calls.some(({ hasKeyAlone }) => hasKeyAlone) ? ['', '    _key_alone: Credentials'] : []),
      ...calls.flatMap((call) => ['', ...this.method(call), ...this.iterator(call)]),
      '',
    ].join('\n');
    const has = (word: string) => new RegExp(`\\b${word}\\b`).test(body);
    const from = (module: string, names: readonly string[]) => {
      const used = names.filter(has);
      const line = `from ${module} import ${used.join(', ')}`;
      if (used.length === 0) return [];
      return line.length <= LINE
        ? [line]
        : listed([`from ${module} import (`, used, ')'], '', '    ');
    };
    return [
      `"""${title}"""`,
      '',
      ...from('typing', ['AsyncIterator', 'Dict', 'List', 'Optional', 'Sequence', 'Tuple']),
      '',
      ...from('..base_client', ['BaseClient']),
      ...from('..http.caller', ['Call', 'Credentials', 'Query', 'Receipt', 'json_of', 'path_of']),
      ...from('..owner_reads', ['OwnerReads']),
      ...from('..pages', ['Page', 'each']),
      ...from('.', ['answers', 'requests']),
      ...from('.words', this.words.names),
      '',
      '',
      body,
    ].join('\n');
  }

  private method(call: Call): readonly string[] {
    const { answer, effect, name } = call;
    const model = `answers.${answer.type}`;
    const returned = effect === 'read' ? model : `Receipt[${model}]`;
    return [
      ...signature(`async def ${snakeCase(name)}`, this.parameters(call), returned),
      ...docstring(call),
      ...(call.method === 'GET' ? readOf(call) : sendingOf(call)),
    ];
  }

  private iterator(call: Call): readonly string[] {
    const { pages, name } = call;
    if (pages === null) return [];
    const asked = (call.query ?? call.body)?.fields.map((field) => argumentOf(field.name)) ?? [];
    const given = [
      ...pathArguments(call).map(({ argument }) => argument),
      ...[...asked, 'deadline'].map((argument) => `${argument}=${argument}`),
    ];
    const { cursor, entry, field } = pages;
    const head = `def ${snakeCase(pages.name)}`;
    return [
      '',
      ...signature(head, this.parameters(call), `AsyncIterator[answers.${entry}]`),
      `        """All entries of \`\`${snakeCase(name)}\`\`, page by page."""`,
      '',
      `        async def read(${cursor}: Optional[str]) -> Tuple[Sequence[answers.${entry}], Page]:`,
      ...listed([`page = await self.${snakeCase(name)}(`, given, ')'], ' '.repeat(12), '    '),
      `            return page.${field}, page`,
      '',
      `        return each(read, ${cursor})`,
    ];
  }

  /** Parts of the path, then by their names: what is asked or sent, and options. */
  private parameters(call: Call): readonly string[] {
    const ofPath = pathArguments(call).map(
      ({ argument, schema }) => `${argument}: ${schema.type === 'integer' ? 'int' : 'str'}`,
    );
    const asked = call.query ?? call.body;
    const named = asked?.fields.map((field) => this.parameter(field, asked)) ?? [];
    return ['self', ...ofPath, '*', ...named, DEADLINE];
  }

  private parameter({ name, schema, isRequired }: Field, { type }: Fields): string {
    const annotation = annotationOf(schema, { ...this.place(type), field: name });
    const argument = argumentOf(name);
    if (isRequired) return `${argument}: ${annotation}`;
    const isOptional = annotation.startsWith('Optional[');
    return `${argument}: ${isOptional ? annotation : `Optional[${annotation}]`} = None`;
  }

  private place(owner: string): Omit<Place, 'field'> {
    return {
      owner,
      spelling: WRITTEN,
      words: this.words,
      named: (name) => `requests.${this.requests.namedTerms(name)}`,
      inner: (name, schema) => {
        this.requests.terms(name, schema, []);
        return `requests.${name}`;
      },
      requiredFields: () => 0,
    };
  }
}

const signature = (head: string, parameters: readonly string[], returned: string) =>
  listed([`${head}(`, parameters, `) -> ${returned}:`], '    ', '    ');

function readOf(call: Call): readonly string[] {
  const { answer, owner, query, isWrapped } = call;
  const given = [
    pathText(call),
    `answers.${answer.type}`,
    ...(query === null ? [] : ['query']),
    ...(isWrapped ? ['wrapped=True'] : []),
    'deadline=deadline',
  ];
  return [
    ...(query === null ? [] : dictionary('query: Query', query)),
    ...(owner === null
      ? statement('return await self._calls.read(', given, ')')
      : statement('return await self._as_owner(', [owner, ...given], ')')),
  ];
}

function sendingOf(call: Call): readonly string[] {
  const { answer, body, effect, isWrapped, hasKeyAlone, method, onceWithout } = call;
  const nullable = body?.fields.filter(isNullable).map(({ name }) => `"${name}"`) ?? [];
  const json =
    nullable.length === 0 ? 'json_of(body)' : `json_of(body, nullable=[${nullable.join(', ')}])`;
  const certain = onceWithout === undefined ? '' : `"once" if ${onceWithout} is None else `;
  const given = [
    `"${method}"`,
    pathText(call),
    body === null ? '"{}"' : json,
    ...(effect === 'read' || effect === 'set' ? [] : [`effect=${certain}"${effect}"`]),
    ...(isWrapped ? ['wrapped=True'] : []),
    ...(hasKeyAlone ? ['credentials=self._key_alone'] : []),
  ];
  const send = `self._calls.send(call, answers.${answer.type}, deadline)`;
  return [
    ...(body === null ? [] : dictionary('body', body)),
    ...statement('call = Call(', given, ')'),
    `        return ${effect === 'read' ? `(await ${send}).answer` : `await ${send}`}`,
  ];
}

/** Required, and null says something. */
const isNullable = ({ schema, isRequired }: Field): boolean =>
  isRequired && [schema.type ?? []].flat().includes('null');

const statement = (head: string, given: readonly string[], tail: string) =>
  listed([head, given, tail], ' '.repeat(8), '    ');

const dictionary = (variable: string, { fields }: Fields) =>
  statement(
    `${variable} = {`,
    fields.map(({ name }) => `"${name}": ${argumentOf(name)}`),
    '}',
  );

const argumentOf = (name: string): string => (KEYWORDS.includes(name) ? `${name}_` : name);

const pathArguments = ({ path }: Call) =>
  path.flatMap((part) => (typeof part === 'string' ? [] : [part]));

function pathText({ path, suffix }: Call): string {
  const words = path.filter((part) => typeof part === 'string');
  if (words.length === path.length) return `"/${words.join('/')}${suffix}"`;
  const parts = path.map((part) => (typeof part === 'string' ? `"${part}"` : part.argument));
  return `path_of(${parts.join(', ')})${suffix === '' ? '' : ` + "${suffix}"`}`;
}

function docstring({ summary, description, query, body }: Call): readonly string[] {
  const fields = (query ?? body)?.fields ?? [];
  const more = [
    ...(description === undefined ? [] : ['', ...wrapped(description, '        ')]),
    ...(fields.length === 0 ? [] : ['']),
    ...fields.flatMap(({ name, schema: { description: text = '' } }) => {
      const [first = '', ...rest] = wrapped(`${argumentOf(name)}: ${text}`, ' '.repeat(12));
      return [first.slice(4), ...rest];
    }),
  ];
  const lines = [`        """${summary}.`, ...more];
  return (more.length === 0 ? [`${lines[0] ?? ''}"""`] : [...lines, '        """']).map((line) =>
    line.replaceAll('\\', '\\\\'),
  );
}
