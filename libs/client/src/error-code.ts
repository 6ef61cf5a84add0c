import type { Code } from '@bellwether/errors';

/** The error codes of the interface. A newer exchange may answer with a code that is not listed. */
export type ErrorCode = Code;
