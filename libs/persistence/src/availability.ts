import { isNativeError } from 'node:util/types';
import { CodedError } from '@bellwether/errors';

/**
 * SQLSTATE classes that say "not now", whatever was asked: connection (08), access (28), no such database (3D),
 * lost conflicts (40), resources (53), the operator, a restart or a time limit stepped in (57), the system below
 * failed (58).
 */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '3D', '40', '53', '57', '58']);
const CONFLICTS = new Set(['40001', '40P01']);

/** What Prisma's adapter calls a connection that failed before the server said anything. */
const UNAVAILABLE_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
]);

/** Codes of the system, as node gives them: ECONNREFUSED, EPIPE; node's own begin with `ERR_`. */
const SYSTEM_CODE = /^E[A-Z]+$/;

/** `pg` has no codes for these. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Cannot use a pool after calling end',
];

/** What the errors of `pg`, of node's sockets and of Prisma over `pg` have between them. */
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
 * The error to throw in place of a driver's: HISTORY_UNAVAILABLE where PostgreSQL could not serve, the error itself
 * where it is ours already, or a bug.
 */
export function historyError(error: unknown): unknown {
  return isUnavailable(error) ? new CodedError('HISTORY_UNAVAILABLE', {}, { cause: error }) : error;
}

/** The connection is not to be used again: it broke, or may still be busy with what was given up. */
export const isConnectionSpent = (error: unknown): boolean =>
  isUnavailable(error) && !isConflict(error);

/** Lost to another transaction: the same work may succeed at once. */
export const isConflict = (error: unknown): boolean => CONFLICTS.has(sqlStateOf(error) ?? '');

export const isForeignKeyViolation = (error: unknown): boolean => sqlStateOf(error) === '23503';
/** Data that no column or no constraint takes (classes 22, 23): asking again cannot help. */
export const isDataRefused = (error: unknown): boolean => /^2[23]/.test(sqlStateOf(error) ?? '');

function isUnavailable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const sqlState = sqlStateOf(error);
  if (sqlState !== undefined) return UNAVAILABLE_CLASSES.has(sqlState.slice(0, 2));
  const { code, syscall, meta }: DriverError = error;
  const kind = meta?.driverAdapterError?.cause?.kind;
  if (typeof kind === 'string') return UNAVAILABLE_KINDS.has(kind);
  // Where a name has several addresses the error gathers theirs: it has a code, but no system call.
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
