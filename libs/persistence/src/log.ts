/** What this library tells the log: a pino logger fits. */
export interface Log {
  warn(fields: object, message: string): void;
}
