import {
  addedOperatorAnswer,
  confirmationAnswer,
  confirmationsAnswer,
  operatorKeyAnswer,
  operatorRevokedAnswer,
  operatorsAnswer,
  sessionAnswer,
  sessionEndedAnswer,
  whoAnswer,
} from '../../answer/operators';
import { CONFIRMED, HISTORY_READ, OPERATOR_ADMINISTRATION } from '../../endpoint-codes';
import { emptyRequest } from '../../request/admin';
import {
  addOperatorRequest,
  confirmationIdParameter,
  confirmationsQuery,
  operatorName,
} from '../../request/operators';
import { endpoints, operators } from '../endpoint';

const DECIDING = [...HISTORY_READ, 'CONFIRMATION_NOT_FOUND', 'CONFIRMATION_ENDED'] as const;

export const operatorAdmin = endpoints(
  { tag: 'Administration', wraps: true, caller: operators('read') },
  {
    beginSession: {
      route: 'POST /admin/session',
      body: emptyRequest,
      summary: 'Log in',
      description:
        'With `X-Admin-Key`, this once. Calls after it carry the cookie, and those that change something `X-CSRF-Token`. A session ends after 15 minutes without a call, and after 12 hours.',
      answer: sessionAnswer,
      codes: HISTORY_READ,
    },
    showSession: {
      route: 'GET /admin/session',
      call: 'whoAmI',
      summary: 'Who the caller is',
      answer: whoAnswer,
      codes: HISTORY_READ,
    },
    endSession: {
      route: 'DELETE /admin/session',
      body: emptyRequest,
      summary: 'Log out',
      answer: sessionEndedAnswer,
      codes: HISTORY_READ,
    },
    listOperators: {
      route: 'GET /admin/operators',
      summary: 'List the operators',
      description: 'With the one whose key is in the configuration, whom only it changes.',
      answer: operatorsAnswer,
      codes: HISTORY_READ,
    },
    addOperator: {
      route: 'POST /admin/operators',
      body: addOperatorRequest,
      caller: operators('admin'),
      summary: 'Add an operator',
      description:
        'Who is added makes the key `bw_operator_<name>_<64 characters of hex>` and gives its SHA-256 alone: both who add compare it with the person. A name is given once, for ever.',
      answer: addedOperatorAnswer,
      codes: [...OPERATOR_ADMINISTRATION, ...CONFIRMED, 'OPERATOR_EXISTS'],
    },
    rotateOperator: {
      route: 'POST /admin/operators/:name/rotate',
      parameters: { name: operatorName },
      body: emptyRequest,
      summary: 'Replace the own key',
      description:
        'The one before ends at once, and so do its sessions. Nobody replaces the key of another: who has both could confirm the own acts. Revoke it, and add the person anew.',
      answer: operatorKeyAnswer,
      codes: [...OPERATOR_ADMINISTRATION, 'ROLE_MISSING'],
    },
    revokeOperator: {
      route: 'DELETE /admin/operators/:name',
      parameters: { name: operatorName },
      body: emptyRequest,
      caller: operators('admin'),
      summary: 'Revoke an operator',
      description:
        'Key and sessions end within 2 seconds, on every gateway. One alone may revoke one other a day; more take a second operator.',
      answer: operatorRevokedAnswer,
      codes: [...OPERATOR_ADMINISTRATION, ...CONFIRMED],
    },
    listConfirmations: {
      route: 'GET /admin/confirmations',
      query: confirmationsQuery,
      summary: 'List acts that wait for another operator',
      description: 'Newest first.',
      answer: confirmationsAnswer,
      codes: HISTORY_READ,
    },
    confirmAct: {
      route: 'POST /admin/confirmations/:confirmation_id/confirm',
      effect: 'set',
      parameters: { confirmation_id: confirmationIdParameter },
      body: emptyRequest,
      summary: 'Confirm an act of another operator',
      description:
        'With the role that the act asks for. Nothing happens yet: who asked sends the same request again, and it is carried out, once.',
      answer: confirmationAnswer,
      codes: [...DECIDING, 'OWN_ACT', 'ADDED_BY_ONE', 'ROLE_MISSING'],
    },
    rejectAct: {
      route: 'POST /admin/confirmations/:confirmation_id/reject',
      effect: 'set',
      parameters: { confirmation_id: confirmationIdParameter },
      body: emptyRequest,
      summary: 'Reject an act of another operator, or take back an own one',
      answer: confirmationAnswer,
      codes: [...DECIDING, 'ROLE_MISSING'],
    },
  },
);
