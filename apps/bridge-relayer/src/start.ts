import { startFundingApp } from '@bellwether/funding-runtime';
import type { RunningFundingApp } from '@bellwether/funding-runtime';
import type { StartContext } from '@bellwether/runtime';
import { relayerApp } from './app.module';
import type { RelayerConfig } from './config';

export const startRelayer = (starting: StartContext<RelayerConfig>): Promise<RunningFundingApp> =>
  startFundingApp(starting, relayerApp(starting.config));
