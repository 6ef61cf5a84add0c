/** The bus's log interface: that of a pino logger, which the apps pass. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
