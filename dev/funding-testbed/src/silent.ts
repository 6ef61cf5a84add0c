import { createLogger } from '@bellwether/runtime';

/** For what is tried and not watched. */
export const silent = createLogger({ service: 'test', level: 'silent' });
