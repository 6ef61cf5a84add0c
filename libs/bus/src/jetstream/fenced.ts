import { InvariantViolation } from '@bellwether/errors';

/** Another process appended where this one meant to: it leads now, and this one must answer nobody any more. */
export class Fenced extends InvariantViolation {
  constructor(message: string) {
    super(message);
    this.name = 'Fenced';
  }
}
