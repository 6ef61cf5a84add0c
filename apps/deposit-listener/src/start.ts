import { startFundingApp } from '@bellwether/funding-runtime';
import type { RunningFundingApp } from '@bellwether/funding-runtime';
import type { StartContext } from '@bellwether/runtime';
import { listenerApp } from './app.module';
import type { ListenerConfig } from './config';

export const startListener = (starting: StartContext<ListenerConfig>): Promise<RunningFundingApp> =>
  startFundingApp(starting, listenerApp(starting.config));
