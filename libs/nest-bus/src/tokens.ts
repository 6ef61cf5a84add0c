import type { Log } from '@bellwether/bus';
import { tokenOf } from '@bellwether/runtime';

/** The log of the process, from the options of `BusModule`. */
export const LOG = tokenOf<Log>('the log of the process');
