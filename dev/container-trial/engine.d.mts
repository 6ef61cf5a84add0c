/** Null: a container engine can be had here. */
export function whyNone(): string | null;
