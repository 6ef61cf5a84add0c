/** The gateway's settings for its pages, requested once, before anything is signed. */
import { setClock } from '../money/time';

export interface Settings {
  /** Of the pages that the gateway serves now; another one than ours means a new release. */
  readonly version: string;
  readonly network: 'test' | 'production';
  readonly chains: { readonly ext: string; readonly main: string };
  /** Where builders' calls go; null: not configured. */
  readonly signer: string | null;
  readonly features: { readonly funding: boolean; readonly operators: boolean };
}

export async function askSettings(): Promise<Settings> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  const sentAt = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(sentAt)) setClock(sentAt);
  return response.json() as Promise<Settings>;
}

let network: Promise<Settings['network']> | undefined;

/** Every signature names it. It never changes. */
export function networkOfExchange(): Promise<Settings['network']> {
  network ??= askSettings().then((settings) => settings.network);
  // A gateway that did not answer may answer next time.
  network.catch(() => {
    network = undefined;
  });
  return network;
}
