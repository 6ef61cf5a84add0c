const PREFIX = 'source:';

/** The `by` of what a source proposes or says. No operator is called so. */
export const labelOfSource = (name: string): string => `${PREFIX}${name}`;

/** The name of the source that a `by` is the label of; null: an operator's. */
export const sourceOfLabel = (by: string): string | null =>
  by.startsWith(PREFIX) ? by.slice(PREFIX.length) : null;
