/** An owner's reads: with the token of a session, once the exchange requires one. */
import type { AccountSessions } from '../account-sessions';
import { BellwetherError } from '../errors';
import type { Credentials } from './caller';
import type { CallOptions } from './http-sender';

/**
 * @param read makes the request; without credentials at first, as an operator may leave these reads to everybody
 * @throws BellwetherError SESSION_REQUIRED if no session can be opened
 */
export async function readAsOwner<T>(
  user: string,
  sessions: AccountSessions | undefined,
  read: (credentials?: Credentials) => Promise<T>,
  options?: CallOptions,
): Promise<T> {
  if (sessions === undefined) return read();
  const withToken = async (otherwise?: BellwetherError): Promise<T> => {
    const token = await sessions.tokenOf(user, options);
    if (token === null) {
      if (otherwise !== undefined) throw otherwise;
      return read();
    }
    return read({ headersFor: () => ({ Authorization: `Bearer ${token}` }) });
  };
  try {
    return await (sessions.has(user) ? withToken() : read());
  } catch (error) {
    if (!isAboutSession(error)) throw error;
    if (error.code === 'SESSION_INVALID') sessions.forget(user);
    return withToken(error);
  }
}

const isAboutSession = (error: unknown): error is BellwetherError =>
  error instanceof BellwetherError &&
  (error.code === 'SESSION_REQUIRED' || error.code === 'SESSION_INVALID');
