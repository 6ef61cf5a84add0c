export const WHY_NO_PYTHON: string;
export function choosePython(): void;
/** Undefined where this machine has none. */
export function chosenPython(): string | undefined;
