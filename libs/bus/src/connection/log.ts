/** Where the bus tells what happened to it: the shape of a pino logger, which is what the apps pass. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
