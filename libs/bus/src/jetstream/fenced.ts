import { InvariantViolation } from '@bellwether/errors';

/** Another process appended where this one meant to. It leads now, and this process must not answer anyone. */
export class Fenced extends InvariantViolation {
  constructor(message: string) {
    super(message);
    this.name = 'Fenced';
  }
}
