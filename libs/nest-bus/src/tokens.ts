import type { Log } from '@bellwether/bus';
import { tokenOf } from '@bellwether/runtime';

/** The log of the process, as `BusModule` was given it. */
export const LOG = tokenOf<Log>('the log of the process');
