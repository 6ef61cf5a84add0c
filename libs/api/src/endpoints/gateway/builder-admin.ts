import {
  builderAnswer,
  issuedKeyAnswer,
  keysAnswer,
  restoredKeyAnswer,
  revokedKeyAnswer,
} from '../../answer/api-key';
import { listedBuildersAnswer } from '../../answer/operators-lists';
import { CONFIRMED, KEY_ADMINISTRATION } from '../../endpoint-codes';
import { createBuilderRequest, createKeyRequest, emptyRequest } from '../../request/admin';
import { keyId } from '../../request/fields';
import { buildersQuery } from '../../request/operators-lists';
import { keysQuery } from '../../request/query';
import { endpoints, operators } from '../endpoint';

export const builderAdmin = endpoints(
  { tag: 'Administration', wraps: true, caller: operators('admin') },
  {
    createBuilder: {
      route: 'POST /admin/builders',
      body: createBuilderRequest,
      summary: 'Make a builder',
      description: 'Each call makes another one.',
      answer: builderAnswer,
      codes: KEY_ADMINISTRATION,
    },
    createKey: {
      route: 'POST /admin/keys',
      body: createKeyRequest,
      summary: 'Issue the first API key of a builder',
      description:
        'The secrets are shown this once, and can do nothing but be replaced by the builder: `POST /v1/builder/keys/{key_id}/rotate` at the signer. It has the scope `keys` too: all other keys the builder makes, and no operator.',
      answer: issuedKeyAnswer,
      codes: [...KEY_ADMINISTRATION, ...CONFIRMED, 'BUILDER_NOT_FOUND', 'BUILDER_HAS_KEYS'],
    },
    revokeKey: {
      route: 'DELETE /admin/keys/:key_id',
      parameters: { key_id: keyId },
      body: emptyRequest,
      summary: 'Stop an API key',
      description: 'It ends within 2 seconds, on every signer, until it is restored.',
      answer: revokedKeyAnswer,
      codes: [...KEY_ADMINISTRATION, 'KEY_NOT_FOUND'],
    },
    restoreKey: {
      route: 'POST /admin/keys/:key_id/restore',
      effect: 'set',
      parameters: { key_id: keyId },
      body: emptyRequest,
      summary: 'Let a stopped API key work again',
      description:
        'One that an operator has revoked, with the credential that its builder has. What the builder has revoked stays so.',
      answer: restoredKeyAnswer,
      codes: [...KEY_ADMINISTRATION, ...CONFIRMED, 'KEY_NOT_FOUND'],
    },
    listKeys: {
      route: 'GET /admin/keys',
      query: keysQuery,
      caller: operators('read'),
      summary: 'List API keys',
      description: 'Oldest first.',
      answer: keysAnswer,
      codes: [...KEY_ADMINISTRATION, 'INVALID_CURSOR', 'BUILDER_NOT_FOUND'],
    },
    listBuilders: {
      route: 'GET /admin/builders',
      query: buildersQuery,
      caller: operators('read'),
      summary: 'List the builders',
      description: 'Oldest first.',
      answer: listedBuildersAnswer,
      codes: [...KEY_ADMINISTRATION.filter((code) => code !== 'OUTCOME_UNKNOWN'), 'INVALID_CURSOR'],
    },
  },
);
