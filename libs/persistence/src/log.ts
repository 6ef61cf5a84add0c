/** The log interface this library needs; a pino logger fits. */
export interface Log {
  warn(fields: object, message: string): void;
}
