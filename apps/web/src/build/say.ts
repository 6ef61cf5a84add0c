import { BellwetherError } from '@bellwether/client';
import { WORDS } from './words';

export function say(error: unknown): string {
  if (!(error instanceof BellwetherError)) return WORDS.login.failed;
  if (error.is('RATE_LIMITED')) return WORDS.login.busy;
  if (error.is('HISTORY_UNAVAILABLE')) return WORDS.login.history;
  if (error.is('FUNDING_NOT_CONFIGURED')) return WORDS.payouts.noChains;
  return error.is('API_KEY_INVALID') ? WORDS.login.refused : WORDS.login.failed;
}
