/** What the documents say of each request is known, and nothing else. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onlyBuilderOrder, onlyOrder, onlyRecover, onlyWithdraw } from './known-fields';

const OF_CLIENT = ['user', 'main_address', 'nonce', 'client_id', 'signer', 'signature', 'text'];

function fieldsOf(document: string, request: string): string[] {
  const path = new URL(`../../../docs/api/${document}.openapi.json`, import.meta.url);
  const { components } = JSON.parse(readFileSync(path, 'utf8'));
  const names = Object.keys(components.schemas[request].properties);
  return names.filter((name) => !OF_CLIENT.includes(name));
}

type Only = (given: never) => unknown;
it.each<[string, Only, string[], string | null]>([
  ['an order', onlyOrder, fieldsOf('gateway', 'SignedOrderRequest'), 'fee_bps'],
  ["a builder's order", onlyBuilderOrder, fieldsOf('signer', 'OrderRequest'), null],
  ['a withdrawal', onlyWithdraw, fieldsOf('gateway', 'SignedWithdrawRequest'), null],
  ['a recovery', onlyRecover, fieldsOf('gateway', 'SignedRecoverRequest'), null],
])('%s', (_, only, fields, omitted) => {
  const isKnown = (name: string): boolean => {
    try {
      return only({ [name]: 1 } as never) !== undefined;
    } catch {
      return false;
    }
  };
  expect([...fields, 'another'].filter(isKnown)).toEqual(fields.filter((name) => name !== omitted));
});
