import { messageOf } from '@bellwether/errors';
import type { Refusal } from '@bellwether/exchange';

export function refusalDetails({ code, details: named }: Refusal) {
  const details = Object.fromEntries(named.map(({ name, value }) => [name, value]));
  return { message: messageOf(code, details), details };
}
