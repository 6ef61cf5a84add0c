/** Statements that PostgreSQL parses and plans once a connection, not each time: the workers ask the same few again and again. */
import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/** PostgreSQL keeps names of up to 63 bytes. */
const NAME_DIGITS = 32;
/** Far more than there are texts in this folder; beyond it a statement is planned each time. */
const MAX_PREPARED = 500;

const names = new Map<string, string>();

/** @param text made of constants: each one stays on its connections, in memory, for as long as they live */
export function prepared(text: string, values: readonly unknown[]): QueryConfig {
  const name = nameOf(text);
  return { text, values: [...values], ...(name === undefined ? {} : { name }) };
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS);
  names.set(text, name);
  return name;
}
