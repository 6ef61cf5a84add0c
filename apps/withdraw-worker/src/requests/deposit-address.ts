import { ADDRESS_TIMEOUT_MS } from '../limits';
import type { WorkerParts } from '../parts';

/**
 * The user's deposit address, the recipient of a withdrawal that names none. It is derived from the user's key and
 * never changes. Only the listener can derive it, and it watches the address from then on.
 * @throws CodedError FUNDING_UNAVAILABLE, HISTORY_UNAVAILABLE
 */
export async function depositAddressOf(
  user: Uint8Array,
  requestId: string,
  { funding, stores }: Pick<WorkerParts, 'funding' | 'stores'>,
): Promise<Uint8Array> {
  const known = await stores.watched.ofUser(user);
  if (known !== null) return known.depositAddress;
  const options = { requestId, timeoutMs: ADDRESS_TIMEOUT_MS };
  return (await funding.ask('address', { user }, options)).depositAddress;
}
