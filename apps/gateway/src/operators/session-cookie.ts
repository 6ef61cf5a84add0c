/** The cookie of an operator's session, and the origin of a request with it. */
import { CodedError } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';

const NAME = 'bellwether_operator';
/** 32 bytes in base64url. Anything else is not one of our tokens. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]+)?$/i;

/** Undefined: the request has none. Of two with the name, the first counts. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${NAME}=`));
  const token = found?.slice(NAME.length + 1);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

/**
 * Scripts cannot read it, other sites cannot send it, and only the admin paths get it. It needs TLS, except on this
 * machine itself, where browsers are tested and `kubectl port-forward` ends.
 */
export const sessionCookie = (request: FastifyRequest, token: string): string =>
  `${NAME}=${token}; ${attributesFor(request)}`;

/** Removes it from the browser. */
export const endedCookie = (request: FastifyRequest): string =>
  `${NAME}=; Max-Age=0; ${attributesFor(request)}`;

function attributesFor(request: FastifyRequest): string {
  const isHere = LOOPBACK.test(request.headers.host ?? '');
  return `Path=/admin; HttpOnly; SameSite=Strict${isHere ? '' : '; Secure'}`;
}

/**
 * A call with a cookie must come from a page of the same origin. Browsers state that in `Sec-Fetch-Site` and `Origin`,
 * which no page can set.
 *
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
