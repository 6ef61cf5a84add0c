import type { Code } from '@bellwether/errors';

/** The codes of the interface. An exchange later than this client may answer with another one. */
export type ErrorCode = Code;
