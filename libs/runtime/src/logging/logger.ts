import { type Logger as PinoLogger, pino, stdSerializers } from 'pino';
import type { LogLevel } from '../config/config';

/** `log.info({ field }, 'sentence')`: one JSON object a line on standard output. */
export type Logger = PinoLogger;

/**
 * Headers that contain a credential. `Secret` values print as `[secret]` by their type. Headers are plain text, so they
 * are named here.
 */
export const SECRET_HEADERS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-admin-key',
  'x-api-key',
  'x-csrf-token',
  'x-signature',
] as const;

const SECRET_PATHS = ['headers', '*.headers'].flatMap((parent) =>
  SECRET_HEADERS.map((header) => `${parent}["${header}"]`),
);

/** Where the lines go. Tests pass a stream of their own. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * Time as ISO text, `service` on every line, causes of errors printed with them, credentials masked.
 * Writing is synchronous: the last line before a crash is the one that is needed.
 */
export function createLogger(
  options: { service: string; level: LogLevel },
  destination?: LogDestination,
): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: stdSerializers.errWithCause },
    redact: { paths: SECRET_PATHS, censor: '[secret]' },
  };
  return destination === undefined ? pino(settings) : pino(settings, destination);
}
