import { FollowedClock } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
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

/** Who operators are, their sessions, and what two of them must agree to. */
export const OPERATOR_PROVIDERS = [
  provide(OperatorStore, [Database], (database) => new OperatorStore(database)),
  provide(OperatorDirectory, [OperatorStore], (store) => new OperatorDirectory(store)),
  provide(Sessions, [], () => new Sessions(SESSION_LIMITS)),
  provide(
    Authentication,
    [GATEWAY_CONFIG, OperatorStore, OperatorDirectory, Sessions, LOGGER, FollowedClock],
    ({ adminKeyHash, operatorKeyPepper: pepper }, store, directory, sessions, log, { nowMs }) => {
      assert(adminKeyHash !== undefined, 'the admin API is on gateways with the hash of its key');
      return new Authentication({ adminKeyHash, pepper, store, directory, sessions, log, nowMs });
    },
  ),
  provide(
    Confirmations,
    [Database, GATEWAY_CONFIG, FollowedClock],
    (database, { adminConfirmations }, { nowMs }) =>
      new Confirmations(new ConfirmationStore(database), adminConfirmations, nowMs),
  ),
  provide(
    OperatorAdministration,
    [GATEWAY_CONFIG, OperatorStore, OperatorDirectory, Sessions, FollowedClock],
    ({ operatorKeyPepper: pepper }, store, directory, sessions, { nowMs }) =>
      new OperatorAdministration({ pepper, store, directory, sessions, nowMs }),
  ),
];
