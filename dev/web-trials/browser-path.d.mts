/** Undefined: there is no browser. */
export function browserPath(): string | undefined;
/** Undefined: nobody wants pictures. */
export function picturesFolder(): string | undefined;
