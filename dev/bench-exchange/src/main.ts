/**
 * One bundle, for the measurement and what it starts: peers, each a process (a bare route, the same over our own request mux,
 * the echo behind both, and bare reads), and floods, all processes. What a peer needs comes in its environment, as for any app.
 */
import { parseArgs } from 'node:util';
import { serveBareReads } from './peer/bare-reads';
import { serveBareRoute, serveMuxedRoute } from './peer/bare-route';
import { serveEcho } from './peer/echo';
import { PEER_VARIABLES } from './peer/start-peer';
import { flood } from './flood/flood-process';
import {
  measureCancelsAlone,
  measureExchange,
  measureGrowthAlone,
  measurePacesAlone,
  measureStreamsAlone,
  writeResult,
} from './measure-exchange';
import { measureProfile } from './profile/measure-profile';
import { writeProfilePage } from './profile/write-profile-page';

const { values, positionals } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string' },
    profiles: { type: 'string' },
    page: { type: 'string' },
  },
  allowPositionals: true,
});

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

function dataFolder(): string {
  if (values.data === undefined) throw new Error('--data DIR: the folder of a running exchange');
  return values.data;
}

const natsUrl = () => variable(PEER_VARIABLES.natsUrl);

const [role = 'measure'] = positionals;
const port = () => Number(variable(PEER_VARIABLES.port));
if (role === 'echo') await serveEcho(natsUrl());
else if (role === 'bare-route') await serveBareRoute(natsUrl(), port());
else if (role === 'bare-reads') await serveBareReads(port());
else if (role === 'muxed-route') await serveMuxedRoute(natsUrl(), port());
else if (role === 'flood-orders') await flood({ kind: 'orders', dataDir: dataFolder() });
else if (role === 'flood-reads') await flood({ kind: 'reads', dataDir: dataFolder() });
else if (role === 'profile-page') {
  const { profiles: folder, json: loadFile, page: pageFile } = values;
  if (folder === undefined || loadFile === undefined || pageFile === undefined)
    throw new Error('--profiles DIR, --json FILE of the load, --page FILE');
  writeProfilePage({ folder, loadFile, pageFile });
} else {
  const dataDir = dataFolder();
  const { json: jsonFile, quick: isQuick, only } = values;
  if (jsonFile === undefined) throw new Error('--json FILE: where the figures go');
  if (only === 'streams') await measureStreamsAlone({ dataDir, isQuick, jsonFile });
  else if (only === 'paces') {
    const seconds = values.seconds === undefined ? null : Number(values.seconds);
    await measurePacesAlone({ dataDir, isQuick, jsonFile, seconds });
  } else if (only === 'growth') await measureGrowthAlone({ dataDir, isQuick, jsonFile });
  else if (only === 'cancels') await measureCancelsAlone({ dataDir, jsonFile });
  else if (only === 'profile') writeResult(jsonFile, await measureProfile(dataDir, isQuick));
  else if (only !== undefined && only !== 'orders' && only !== 'reads') {
    throw new Error('--only: orders, reads, streams, paces, growth, cancels or profile');
  } else await measureExchange({ dataDir, isQuick, jsonFile, only: only ?? null });
}
