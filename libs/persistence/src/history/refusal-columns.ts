import { assert } from '@bellwether/errors';
import { REFUSAL_CODES } from '@bellwether/exchange';
import type { Detail, Refusal, RefusalCode } from '@bellwether/exchange';
import type { Records } from '../columns';
import type { Prisma } from '../generated/client';
import { fromJsonColumn } from '../json-column';

/**
 * A refusal's details as one JSON object, name to value; numbers and texts keep their types. The order that comes with
 * ORDER_NOT_OPEN is not stored: only cancels get that refusal, and they use no nonce.
 */
export const refusalColumns = ({
  code,
  details,
}: Refusal): Pick<Records['Refusal'], 'code' | 'details'> => ({
  code,
  details: Object.fromEntries(details.map(({ name, value }) => [name, value])),
});

export function refusalOf(code: string, details: Prisma.JsonValue): Refusal {
  return {
    code: refusalCode(code),
    details: Object.entries(fromJsonColumn(details)).map(([name, value]) => detailOf(name, value)),
    order: null,
  };
}

function refusalCode(code: string): RefusalCode {
  const known = REFUSAL_CODES.find((candidate) => candidate === code);
  assert(known !== undefined, () => `${code} is a refusal of the engine`);
  return known;
}

function detailOf(name: string, value: unknown): Detail {
  if (typeof value === 'number') return { kind: 'number', name, value };
  assert(typeof value === 'string', () => `detail ${name} is a number or a text`);
  return { kind: 'text', name, value };
}
