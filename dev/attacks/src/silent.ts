import { createLogger } from '@bellwether/runtime';

/** Attacks fail as intended, so their log lines are not needed. */
export const silent = createLogger({ service: 'attacks', level: 'silent' });
