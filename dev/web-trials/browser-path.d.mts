/** Undefined: there is no browser. */
export function browserPath(): string | undefined;
