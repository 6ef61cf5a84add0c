import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger';

/** Nest's own lines in our log: its start-up lines only at debug, its warnings and errors unchanged. */
export class NestLog implements LoggerService {
  constructor(private readonly destination: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.destination.debug({ context }, String(message));
  }

  debug(message: unknown, context?: unknown): void {
    this.destination.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: unknown): void {
    this.destination.trace({ context }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.destination.warn({ context }, String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    this.destination.error({ context }, String(message));
  }

  fatal(message: unknown, ...context: unknown[]): void {
    this.destination.fatal({ context }, String(message));
  }
}
