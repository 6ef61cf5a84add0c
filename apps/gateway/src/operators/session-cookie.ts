/** The cookie of an operator's session, and where a request with it comes from. */
import { CodedError } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';

const NAME = 'bellwether_operator';
/** 32 bytes in base64url. Anything else is no token of ours. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]+)?$/i;

/** Undefined: the request carries none. Of two with the name, the first counts. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${NAME}=`));
  const token = found?.slice(NAME.length + 1);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

/**
 * No script reads it, no other site sends it, and only the admin paths get it. It travels over TLS alone, except to this
 * machine itself, where browsers are tried and `kubectl port-forward` ends.
 */
export const sessionCookie = (request: FastifyRequest, token: string): string =>
  `${NAME}=${token}; ${attributesFor(request)}`;

/** Makes the browser forget it. */
export const endedCookie = (request: FastifyRequest): string =>
  `${NAME}=; Max-Age=0; ${attributesFor(request)}`;

function attributesFor(request: FastifyRequest): string {
  const isHere = LOOPBACK.test(request.headers.host ?? '');
  return `Path=/admin; HttpOnly; SameSite=Strict${isHere ? '' : '; Secure'}`;
}

/**
 * A call that a cookie vouches for must come from a page of this very origin: a browser says so by `Sec-Fetch-Site` and
 * `Origin`, which no page can set.
 * @throws CodedError CSRF_TOKEN_INVALID
 */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const isOwn = origin === undefined || hostOf(origin) === host?.toLowerCase();
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw new CodedError('CSRF_TOKEN_INVALID', {
    header: isOwn ? 'Sec-Fetch-Site' : 'Origin',
    expected: 'the origin of the gateway itself',
  });
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
