import { createLogger } from '@bellwether/runtime';

/** Attacks fail: nobody has to read how. */
export const silent = createLogger({ service: 'attacks', level: 'silent' });
