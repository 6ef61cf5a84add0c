import { inspect } from 'node:util';

const MASK = '[secret]';

/**
 * A value that must never be printed: logs, errors, JSON and string templates all show `[secret]`. Only `reveal()`
 * returns the value, so that its readers can be found by name.
 */
export class Secret<T = string> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
