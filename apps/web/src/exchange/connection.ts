/** The document's one connection to its gateway, and the gateway's status. */
import { AccountSessions, MarketStream, PublicClient } from '@bellwether/client';
import type { SessionOpener } from '@bellwether/client';
import { computed, signal } from '@preact/signals';
import { askSettings } from './settings';
import type { Settings } from './settings';

/** The pages come from the gateway that they talk to: the policy of the page allows no other. */
export const GATEWAY_URL = location.origin;
let openSession: SessionOpener = async () => null;
/** Who trades on this page opens sessions of its account: the gateway shows it to its owner alone. */
export const openSessionsWith = (open: SessionOpener): void => {
  openSession = open;
};
const sessions = new AccountSessions((user, options) => openSession(user, options));
export const gateway = new PublicClient({ url: GATEWAY_URL, sessions });
export const stream = new MarketStream({ gatewayUrl: GATEWAY_URL, sessions });

/** `slow`: the connection is well, but the gateway does not know how far behind the engine it is. */
export type ConnectionState = 'connecting' | 'live' | 'slow' | 'broken';
export const connectionState = signal<ConnectionState>('connecting');
/** Above this lag in commands the page counts as out of date. */
const MOST_LAG = 1_000;
/** Undefined until the gateway has answered. */
export const settings = signal<Settings | undefined>(undefined);
/** The gateway serves other pages than these. */
export const hasNewRelease = signal(false);
export const isTestNetwork = computed(() => settings.value?.network === 'test');

const ASK_AGAIN_MS = 3_000;
let isConnected = false;
/** Failures since the connection was last well. */
let drops = 0;
/** Whether numbers from before may be acted upon. */
export const isConnectionLive = computed(
  () => connectionState.value === 'live' || connectionState.value === 'slow',
);

function learnSettings(): void {
  askSettings().then(
    (asked) => {
      hasNewRelease.value ||=
        settings.value !== undefined && settings.value.version !== asked.version;
      settings.value ??= asked;
    },
    () => setTimeout(learnSettings, ASK_AGAIN_MS),
  );
}
learnSettings();

stream.on('connected', () => {
  // A gateway of a new release closes its connections: so a page learns of the release.
  if (isConnected) learnSettings();
  isConnected = true;
  // An open connection is not well yet, as it may be closed again and again: it must receive something first.
  if (drops < 2) connectionState.value = 'live';
});
stream.on('disconnected', () => {
  drops += 1;
  connectionState.value = 'broken';
});
stream.on('heartbeat', ({ lag }) => {
  drops = 0;
  connectionState.value = lag === null || lag > MOST_LAG ? 'slow' : 'live';
});
