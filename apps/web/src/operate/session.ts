/** Who is logged in. Key and token are in the memory of this document alone; a reload forgets both. */
import { AdminClient, BellwetherError } from '@bellwether/client';
import type { OperatorRole, OperatorSession } from '@bellwether/client';
import { signal } from '@preact/signals';
import { GATEWAY_URL } from '../exchange/connection';
import { WORDS } from './words';

export interface LoggedIn {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** Operators who must stand behind a dangerous act. */
  readonly confirmations: number;
  readonly admin: AdminClient;
}

export const session = signal<LoggedIn | null>(null);
export const endedBecause = signal<string | undefined>(undefined);

let idleMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export async function logIn(adminKey: string): Promise<void> {
  const byKey = new AdminClient({ gatewayUrl: GATEWAY_URL, adminKey });
  const { answer } = await byKey.beginSession();
  const csrfToken = answer.csrf_token;
  begin(answer, new AdminClient({ gatewayUrl: GATEWAY_URL, csrfToken, fetch: watched }));
}

function begin(answer: OperatorSession, admin: AdminClient): void {
  endedBecause.value = undefined;
  idleMs = answer.idle_seconds * 1_000;
  session.value = {
    name: answer.operator,
    roles: answer.roles,
    confirmations: answer.confirmations,
    admin,
  };
  wake();
}

export async function logOut(): Promise<void> {
  const ending = session.value?.admin.endSession();
  forget(undefined);
  await ending?.catch(() => undefined);
}

/** `admin` may do everything. */
export const may = (role: OperatorRole): boolean =>
  session.value?.roles.some((one) => one === role || one === 'admin') === true;

/** Somebody is here: the quarter of an hour begins anew. The gateway counts calls, the page counts people. */
function wake(): void {
  clearTimeout(timer);
  if (session.value === null) return;
  timer = setTimeout(() => {
    void logOut();
    endedBecause.value = WORDS.login.idle;
  }, idleMs);
}
for (const event of ['pointerdown', 'keydown'] as const) addEventListener(event, wake);

function forget(reason: string | undefined): void {
  clearTimeout(timer);
  session.value = null;
  endedBecause.value = reason;
}

/** A session that the gateway has ended is ended here too. */
const watched: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status === 401) forget(WORDS.login.ended);
  return response;
};

const SENTENCES: Readonly<Partial<Record<string, string>>> = {
  ROLE_MISSING: WORDS.errors.role,
  ADMIN_KEY_INVALID: WORDS.errors.key,
  RATE_LIMITED: WORDS.errors.busy,
  SESSION_ENDED: WORDS.login.ended,
  ENGINE_UNAVAILABLE: WORDS.errors.unavailable,
  HISTORY_UNAVAILABLE: WORDS.errors.unavailable,
  FUNDING_UNAVAILABLE: WORDS.errors.unavailable,
  SIGNER_UNAVAILABLE: WORDS.errors.unavailable,
};

/** Operators read the gateway's own sentences where there is no better one. */
export function say(error: unknown): string {
  if (!(error instanceof BellwetherError)) return WORDS.errors.unknown;
  if (error.is('CONFIRMATION_NEEDED')) {
    return WORDS.dialog.waits(Number(error.details['confirmation_id']));
  }
  return SENTENCES[error.code] ?? WORDS.errors.refused(error.message);
}
