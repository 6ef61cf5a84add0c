import { FollowedClock } from '@bellwether/bus';
import { ConfirmationStore, Database, OperatorStore } from '@bellwether/persistence';
import { provide } from '@bellwether/runtime';
import {
  MAX_SESSIONS,
  MAX_SESSIONS_OF_OPERATOR,
  SESSION_IDLE_MS,
  SESSION_LIFE_MS,
} from '../limits';
import { GATEWAY_CONFIG, LOGGER } from '../tokens';
import { Authentication } from './authentication';
import { Confirmations } from './confirmations';
import { OperatorAdministration } from './operator-administration';
import { OperatorDirectory } from './operator-directory';
import { Sessions } from './sessions';

const SESSION_LIMITS = {
  idleMs: SESSION_IDLE_MS,
  lifeMs: SESSION_LIFE_MS,
  most: MAX_SESSIONS,
  mostOfOperator: MAX_SESSIONS_OF_OPERATOR,
};

/** The operators, their sessions, and the acts that two of them must agree to. */
export const OPERATOR_PROVIDERS = [
  provide(OperatorStore, [Database], (database) => new OperatorStore(database)),
  provide(OperatorDirectory, [OperatorStore], (store) => new OperatorDirectory(store)),
  provide(Sessions, [], () => new Sessions(SESSION_LIMITS)),
  provide(
    Authentication,
    [GATEWAY_CONFIG, OperatorStore, OperatorDirectory, Sessions, LOGGER, FollowedClock],
    ({ adminKeyHashes, operatorKeyPepper: pepper }, store, directory, sessions, log, { nowMs }) =>
      new Authentication({ adminKeyHashes, pepper, store, directory, sessions, log, nowMs }),
  ),
  provide(
    Confirmations,
    [Database, OperatorDirectory, GATEWAY_CONFIG, FollowedClock],
    (database, directory, { adminConfirmations }, { nowMs }) =>
      new Confirmations(new ConfirmationStore(database), directory, adminConfirmations, nowMs),
  ),
  provide(
    OperatorAdministration,
    [GATEWAY_CONFIG, OperatorStore, OperatorDirectory, Sessions, FollowedClock],
    (
      { operatorKeyPepper: pepper, adminKeyHashes: { length: configured } },
      store,
      directory,
      sessions,
      { nowMs },
    ) => new OperatorAdministration({ pepper, configured, store, directory, sessions, nowMs }),
  ),
];
