import { isNativeError } from 'node:util/types';
import { CodedError } from '@bellwether/errors';

/**
 * SQLSTATE classes that mean "unavailable now", whatever the statement was: connection (08), access (28), no such
 * database (3D), lost conflict (40), resources (53), operator, restart or time limit (57), system error (58).
 */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '3D', '40', '53', '57', '58']);
const CONFLICTS = new Set(['40001', '40P01']);

/** Kinds that Prisma's adapter reports for a connection that failed before the server answered. */
const UNAVAILABLE_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
]);

/** System error codes as Node reports them, such as ECONNREFUSED and EPIPE. Node's own codes begin with `ERR_`. */
const SYSTEM_CODE = /^E[A-Z]+$/;

/** `pg` has no codes for these errors. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Cannot use a pool after calling end',
];

/** The fields that errors of `pg`, Node's sockets and Prisma over `pg` have in common. */
interface DriverError extends Error {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly syscall?: unknown;
  readonly meta?: {
    readonly driverAdapterError?: {
      readonly cause?: { readonly kind?: unknown; readonly originalCode?: unknown };
    };
  };
}

/**
 * The error to throw in place of a driver's error: HISTORY_UNAVAILABLE if PostgreSQL could not serve, otherwise the
 * error itself, which is one of ours or a bug.
 */
export function historyError(error: unknown): unknown {
  return isUnavailable(error) ? new CodedError('HISTORY_UNAVAILABLE', {}, { cause: error }) : error;
}

/** True if the connection must not be reused: it broke, or may still be busy with the abandoned statement. */
export const isConnectionSpent = (error: unknown): boolean =>
  isUnavailable(error) && !isConflict(error);

/** True if the work lost a conflict with another transaction: it may succeed at once when retried. */
export const isConflict = (error: unknown): boolean => CONFLICTS.has(sqlStateOf(error) ?? '');

export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === '23505';
export const isForeignKeyViolation = (error: unknown): boolean => sqlStateOf(error) === '23503';
/** True if a column or constraint rejects the data (classes 22 and 23): a retry cannot help. */
export const isDataRefused = (error: unknown): boolean => /^2[23]/.test(sqlStateOf(error) ?? '');

function isUnavailable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const sqlState = sqlStateOf(error);
  if (sqlState !== undefined) return UNAVAILABLE_CLASSES.has(sqlState.slice(0, 2));
  const { code, syscall, meta }: DriverError = error;
  const kind = meta?.driverAdapterError?.cause?.kind;
  if (typeof kind === 'string') return UNAVAILABLE_KINDS.has(kind);
  // For a host name with several addresses, Node gathers their errors in one that has a code but no system call.
  if (typeof syscall === 'string' || (typeof code === 'string' && SYSTEM_CODE.test(code)))
    return true;
  return UNAVAILABLE_MESSAGES.some((start) => error.message.startsWith(start));
}

function sqlStateOf(error: unknown): string | undefined {
  if (!isNativeError(error)) return undefined;
  const { code, severity, meta }: DriverError = error;
  const state = typeof severity === 'string' ? code : meta?.driverAdapterError?.cause?.originalCode;
  return typeof state === 'string' ? state : undefined;
}
