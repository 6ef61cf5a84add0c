/**
 * Requests that were sent, and have no answer yet. Each is stored in this browser before it is sent, so that after a
 * reload, a crash or a lost connection the same bytes are sent again, and never a second order.
 */
import type { PreparedRequest } from '@bellwether/client';
import { computed, signal } from '@preact/signals';
import { now } from '../../money/time';
import { key } from '../account';
import { readAll, remove, write } from '../store';

/** The bytes, and what their user had seen when they were sent. */
export interface StoredRequest {
  readonly request: PreparedRequest;
  readonly storedAt: number;
}

const stored = signal<readonly StoredRequest[]>([]);
const CHANGES = new BroadcastChannel('bellwether.requests');

const nameOf = ({ user, kind, nonce }: PreparedRequest): string => `${user} ${kind} ${nonce}`;

/** Being sent, or shown by the part of the page that sent it. */
const inHand = signal<ReadonlySet<string>>(new Set());
export const unanswered = computed(() =>
  stored.value.filter(
    ({ request }) => request.user === key.value?.account && !inHand.value.has(nameOf(request)),
  ),
);

async function readStored(): Promise<void> {
  stored.value = await readAll<StoredRequest>('requests').catch(() => []);
}
CHANGES.addEventListener('message', () => void readStored());
void readStored();

export async function keep(request: PreparedRequest): Promise<void> {
  const row: StoredRequest = { request, storedAt: now() };
  await write('requests', nameOf(request), row);
  inHand.value = new Set([...inHand.value, nameOf(request)]);
  stored.value = [...stored.value, row];
}

/** Its answer is here, or it is certain that there will be none. */
export async function drop(request: PreparedRequest): Promise<void> {
  await remove('requests', nameOf(request));
  letGo(request);
  await readStored();
  CHANGES.postMessage('changed');
}

/** Who sent it does not wait any more (its page was left): the banner does. */
export function letGo(request: PreparedRequest): void {
  const others = new Set(inHand.value);
  others.delete(nameOf(request));
  inHand.value = others;
}

/** All of a user's in this browser, also those that another tab is sending: read only under the user's lock. */
export async function storedOf(user: string): Promise<readonly StoredRequest[]> {
  const all = await readAll<StoredRequest>('requests');
  return all
    .filter(({ request }) => request.user === user)
    .toSorted((a, b) => a.request.nonce - b.request.nonce);
}
