/**
 * Both SDKs have the same calls. Every endpoint has one in each, or is listed as having none; whatever their clients can
 * do besides has the same name in both, and takes the same.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SIGNER_ENDPOINTS, gatewayEndpoints } from '@bellwether/api';
import type { EndpointTerms } from '@bellwether/api';
import { snakeCase } from '@bellwether/codec';
import { describe, expect, it } from 'vitest';
import { BY_HAND, isByHand } from '../src/calls/by-hand';
import { callName } from '../src/calls/call';
import { RENEWING } from '../src/committed-document';
import { pythonSignatures } from '../src/calls/python-signatures';
import { CLIENTS, sdkReference } from '../src/calls/sdk-reference';
import { isAlike } from '../src/calls/signature';
import { typescriptSignatures } from '../src/calls/typescript-signatures';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PYTHON = join(ROOT, 'clients/python/src/bellwether_client');
const REFERENCE = join(ROOT, 'docs/api/sdks.md');

/** Calls of one SDK alone, and those that take something else. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'PublicClient.aclose': 'Python: connections are closed',
  'Trader.aclose': 'the same',
  'TradingKeys.aclose': 'the same',
  'BuilderClient.aclose': 'the same',
  'AdminClient.aclose': 'the same',
  'BuilderClient.to_j_s_o_n':
    'TypeScript: nothing prints the secret; in Python by its private name',
  'Trader.cancel_on_disconnect': 'of an OrderSocket, which Python has not',
  'Trader.keep_on_disconnect': 'the same',
};

const python = pythonSignatures(
  (readdirSync(PYTHON, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.py'))
    .map((name) => readFileSync(join(PYTHON, name), 'utf8')),
  CLIENTS,
);
const typescript = typescriptSignatures(
  join(ROOT, 'libs/client/src/index.ts'),
  join(ROOT, 'libs/client/tsconfig.json'),
  CLIENTS,
);

const reference = sdkReference(typescript, python);

const clientOf = ({ caller }: EndpointTerms) =>
  caller?.credential === 'admin' ? 'AdminClient' : 'PublicClient';
const inBoth = (call: string): boolean => typescript.has(call) && python.has(call);

/** What is being renewed beside this is compared by the next run. */
const isRenewing = process.env['RENEW_DOCUMENTS'] !== undefined;
if (isRenewing) writeFileSync(REFERENCE, reference);

describe.skipIf(isRenewing)('the calls of both SDKs', () => {
  it('are one of each endpoint, but of those that are listed', () => {
    const made = [
      ...gatewayEndpoints({ hasAdmin: true })
        .filter(({ id }) => !isByHand('gateway', id))
        .map((one) => `${clientOf(one)}.${snakeCase(callName(one))}`),
      ...SIGNER_ENDPOINTS.filter(({ id }) => !isByHand('signer', id)).map(
        (one) => `BuilderClient.${snakeCase(callName(one))}`,
      ),
    ];
    const missing = made.filter((call) => !inBoth(call));
    expect(missing, `made by \`${RENEWING}\`, or written and listed in by-hand.ts`).toEqual([]);
    expect(made.length).toBeGreaterThan(60);
  });

  it('are there where an endpoint\u2019s is written by hand', () => {
    const all = { gateway: gatewayEndpoints({ hasAdmin: true }), signer: SIGNER_ENDPOINTS };
    for (const { app, calls } of BY_HAND) {
      const ids = all[app].map(({ id }) => id);
      expect(Object.keys(calls).filter((id) => !ids.includes(id))).toEqual([]);
      const named = Object.values(calls).filter((call) => call !== null);
      expect(named.filter((call) => !inBoth(call.replace(/[^.]*$/, snakeCase)))).toEqual([]);
    }
  });

  it('have the same names, and take the same in the same order', () => {
    const both = new Set([...typescript.keys(), ...python.keys()]);
    const different = [...both].filter((call) => {
      const [one, other] = [typescript.get(call), python.get(call)];
      return one === undefined || other === undefined || !isAlike(one, other);
    });
    expect(different.toSorted()).toEqual(Object.keys(DIFFERENT).toSorted());
  });

  it(`are all in docs/api/sdks.md, as \`${RENEWING}\` writes it`, () => {
    expect(readFileSync(REFERENCE, 'utf8')).toBe(reference);
  });
});
