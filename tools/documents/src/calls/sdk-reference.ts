/** A page with all calls of both SDKs: what each is named, what it takes, and where it goes. */
import { SIGNER_ENDPOINTS, gatewayEndpoints } from '@bellwether/api';
import type { EndpointTerms } from '@bellwether/api';
import { camelCase, snakeCase } from '@bellwether/codec';
import { markdownTable } from '../markdown-table';
import { BY_HAND } from './by-hand';
import { callName } from './call';
import type { Signature, Signatures } from './signature';

export const CLIENTS = [
  'PublicClient',
  'Trader',
  'TradingKeys',
  'BuilderClient',
  'AdminClient',
] as const;

/** In Python alone: it closes connections. In TypeScript alone: it prints. */
const OF_THE_LANGUAGE: readonly string[] = ['aclose', 'to_j_s_o_n'];

export function sdkReference(typescript: Signatures, python: Signatures): string {
  const endpoints = endpointsByCall();
  const sections = CLIENTS.map((client) => {
    const names = [...new Set([...typescript.keys(), ...python.keys()])].filter(
      (call) => call.startsWith(`${client}.`) && !OF_THE_LANGUAGE.includes(nameIn(call)),
    );
    const rows = names.map((call) => [
      written(typescript.get(call), nameIn(call), inTypeScript),
      written(python.get(call), nameIn(call), inPython),
      endpoints.get(call) ?? '',
      typescript.get(call)?.about ?? '',
    ]);
    return `## ${client}\n\n${markdownTable(['TypeScript', 'Python', 'sends', ''], rows)}\n`;
  });
  return [HEAD, ...sections].join('\n');
}

const HEAD = `# The calls of both SDKs

Made of the endpoints and of both SDKs by \`node tools/documents.mjs\`. Names and arguments are those of the exchange's
documents: what is one object in TypeScript are arguments by name in Python (after \`*\`). \`options\` are \`signal\`,
\`deadlineMs\` and, of a change, \`nonce\`; in Python \`deadline\` and \`nonce\`. See the READMEs of the
[TypeScript SDK](../../libs/client/README.md) and of the [Python SDK](../../clients/python/README.md).
`;

const nameIn = (call: string): string => call.slice(call.indexOf('.') + 1);

/** In one line of a table; a bar would end the cell. */
const written = (
  signature: Signature | undefined,
  name: string,
  write: (name: string, signature: Signature) => string,
): string => (signature === undefined ? '' : `\`${write(name, signature)}\``);

const inTypeScript = (name: string, { arguments: all }: Signature): string => {
  const given = all.map((one) =>
    one.fields === null || one.name === 'options'
      ? camelCase(one.name)
      : `{ ${one.fields.join(', ')} }`,
  );
  return `${camelCase(name)}(${given.join(', ')})`;
};

const inPython = (name: string, { arguments: all, named }: Signature): string => {
  const given = all.map((one) => one.name);
  return `${name}(${[...given, ...(named.length === 0 ? [] : ['*']), ...named].join(', ')})`;
};

/** `POST /v1/orders` of `Trader.place_order`. */
function endpointsByCall(): ReadonlyMap<string, string> {
  const all = { gateway: gatewayEndpoints({ hasAdmin: true }), signer: SIGNER_ENDPOINTS };
  const shown = ({ method, path }: EndpointTerms) =>
    `\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``;
  const clientOf = (app: string, { caller }: EndpointTerms) => {
    if (app === 'signer') return 'BuilderClient';
    return caller?.credential === 'admin' ? 'AdminClient' : 'PublicClient';
  };
  return new Map(
    (['gateway', 'signer'] as const).flatMap((app) =>
      all[app].flatMap((one) => {
        const byHand = BY_HAND.find((some) => some.app === app && one.id in some.calls);
        const call = byHand?.calls[one.id] ?? `${clientOf(app, one)}.${callName(one)}`;
        return [[call.replace(/[^.]*$/, snakeCase), shown(one)] as const];
      }),
    ),
  );
}
