import { createLogger } from '@bellwether/runtime';

/** For tests that do not check the log. */
export const silent = createLogger({ service: 'test', level: 'silent' });
