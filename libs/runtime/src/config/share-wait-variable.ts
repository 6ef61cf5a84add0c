import { integerVariable } from './config';

/** Nobody waits longer for others. */
const MAX_SHARE_WAIT_SECONDS = 60;

/** `SHARE_WAIT_SECONDS`: what is to cross the bridge within so long shares a message; 0: each goes alone, at once. */
export const shareWaitVariable = () =>
  integerVariable({ min: 0, max: MAX_SHARE_WAIT_SECONDS }).default(20);
