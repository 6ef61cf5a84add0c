import { messageOf } from '@bellwether/errors';
import type { Refusal } from '@bellwether/exchange';

/** What a refusal says beside its code: as the error of the request that was refused. */
export function saidOf({ code, details: named }: Refusal) {
  const details = Object.fromEntries(named.map(({ name, value }) => [name, value]));
  return { message: messageOf(code, details), details };
}
