import { issuedKeyAnswer, revokedKeyAnswer, rotatedKeyAnswer } from '../../answer/api-key';
import { OWN_KEYS } from '../../endpoint-codes';
import { builderKeyRequest, emptyRequest } from '../../request/admin';
import { keyId } from '../../request/fields';
import { endpoints } from '../endpoint';

export const builderKeys = endpoints(
  { tag: 'Keys', caller: { credential: 'envelope' } },
  {
    createBuilderKey: {
      route: 'POST /v1/builder/keys',
      call: 'createKey',
      body: builderKeyRequest,
      summary: 'Make a key of the builder',
      description:
        'The calling key needs the scope `keys`. What the new one may do is yours to say; its orders a second are at most those of the calling key. The secrets are shown this once.',
      answer: issuedKeyAnswer,
      codes: [...OWN_KEYS, 'CAPACITY_REACHED'],
    },
    rotateBuilderKey: {
      route: 'POST /v1/builder/keys/:key_id/rotate',
      call: 'rotateKey',
      parameters: { key_id: keyId },
      body: emptyRequest,
      caller: { credential: 'envelope', mayBeHandedOver: true },
      summary: 'Replace a credential',
      description:
        'Of any key of the builder, the calling one too, which needs the scope `keys`. The credential before works on for 24 hours; the first one, which an operator has seen, can do nothing but this, and ends at once.',
      answer: rotatedKeyAnswer,
      codes: [...OWN_KEYS, 'KEY_NOT_FOUND'],
    },
    revokeBuilderKey: {
      route: 'DELETE /v1/builder/keys/:key_id',
      call: 'revokeKey',
      parameters: { key_id: keyId },
      body: emptyRequest,
      summary: 'Revoke a key',
      description:
        'Any key of the builder, the calling one too, which needs the scope `keys`. It ends within 2 seconds, on every signer, for ever.',
      answer: revokedKeyAnswer,
      codes: [...OWN_KEYS, 'KEY_NOT_FOUND'],
    },
  },
);
