import type { Bus, EngineClient, FundingClient } from '@bellwether/bus';
import { connectPlace, sideAt, vaultAt } from '@bellwether/chain';
import type { Address, BridgeSide, Chain, ChainAlarm, ChainsFile, Vault } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import type { Network } from '@bellwether/exchange';
import type { FundingChain } from '@bellwether/funding';
import { AlarmStore } from '@bellwether/persistence';
import type { Database, FundingApp } from '@bellwether/persistence';
import type { Alarms, Logger, Metrics } from '@bellwether/runtime';
import { ListedAlarms } from './listed-alarms';

export type OfBoth<T> = Readonly<Record<FundingChain, T>>;

/** An app's external dependencies. */
export interface FundingDependencies {
  readonly bus: Bus;
  readonly engine: EngineClient;
  readonly funding: FundingClient;
  readonly database: Database;
  readonly chainsFile: ChainsFile;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Alarms that each of the apps has, besides its own. */
export const FUNDING_ALARM_KINDS = [
  /** A worker or reader threw what time alone may not help. */
  'work_failed',
  /** Nodes of a chain contradict each other, or one contradicts itself. */
  'chain_contradiction',
  /** A fact cannot be true together with the record it is about, or with the engine's. */
  'record_contradiction',
] as const;
export type FundingAlarmKind = (typeof FUNDING_ALARM_KINDS)[number];

/** Dependencies that all the apps have. */
export interface FundingParts<Kind extends string> {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly alarms: Alarms<Kind | FundingAlarmKind>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly bus: Bus;
  readonly chains: OfBoth<Chain>;
  readonly sides: OfBoth<BridgeSide>;
  /** The mints of USDC. */
  readonly usdc: OfBoth<Address>;
  readonly vault: Vault;
  /** The split program, on both chains. */
  readonly splitProgram: Address;
  /** Gets the rent of split accounts back: the relayer, which pays it. */
  readonly splitRentTo: Address;
}

/**
 * Opens no connection: chains are met when they are asked first.
 * @param kinds the alarms of the app's own
 * @throws CodedError VALIDATION_FAILED where the chains are another network's
 */
export async function assembleFundingApp<Kind extends string>(
  { app, network }: { readonly app: FundingApp; readonly network: Network },
  { bus, chainsFile, database, log, metrics, now }: Omit<FundingDependencies, 'engine' | 'funding'>,
  kinds: readonly Kind[],
): Promise<FundingParts<Kind>> {
  if (chainsFile.network !== network) {
    const value = chainsFile.network;
    throw new CodedError('VALIDATION_FAILED', {
      field: 'CHAINS_FILE',
      value,
      expected: `chains of ${network}`,
    });
  }
  const rows = new AlarmStore(database);
  const alarms = new ListedAlarms<Kind | FundingAlarmKind>([...FUNDING_ALARM_KINDS, ...kinds], {
    app,
    rows,
    log,
    metrics,
    now,
  });
  const onAlarm = (alarm: ChainAlarm): void => alarms.raise('chain_contradiction', { ...alarm });
  const { ext, main, vaultProgram, splitProgram, relayer } = chainsFile;
  return {
    log,
    metrics,
    alarms,
    now,
    bus,
    chains: {
      ext: connectPlace('ext', ext, { log, onAlarm }),
      main: connectPlace('main', main, { log, onAlarm }),
    },
    sides: { ext: sideAt(ext), main: sideAt(main) },
    usdc: { ext: ext.usdc, main: main.usdc },
    vault: await vaultAt(vaultProgram, main.usdc),
    splitProgram,
    splitRentTo: relayer,
  };
}
