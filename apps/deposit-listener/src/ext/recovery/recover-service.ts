import { setTimeout as sleep } from 'node:timers/promises';
import { refusalError } from '@bellwether/bus';
import type { Recoverable, RecoverRequest, RecoveryAnswer } from '@bellwether/bus';
import { addressOf } from '@bellwether/chain';
import { toBase58, toHex } from '@bellwether/codec';
import { CodedError, Fault } from '@bellwether/errors';
import { userRecoveryId } from '@bellwether/persistence';
import type { NewRecovery, Recovery } from '@bellwether/persistence';
import type { ListenerParts } from '../../parts';
import { RECOVERY_ANSWER_MS, RECOVERY_ANSWER_PAUSE_MS } from '../limits';
import { requireRecoverable } from './recoverable';

type Parts = Pick<
  ListenerParts,
  'stores' | 'chains' | 'engine' | 'addresses' | 'sides' | 'usdc' | 'tariff' | 'vault' | 'now'
>;

interface SignedRecovery extends RecoverRequest {
  readonly builder: Uint8Array | null;
}

/** Starts recoveries, each by its nonce, which the engine accepts once. Nobody but the user's key decides where to. */
export class RecoverService {
  constructor(private readonly parts: Parts) {}

  /**
   * Answers once its transaction is signed, or the recovery has ended, or some time has passed. Repeating the request
   * returns the same recovery as it is then. `builder`: the key id of the user's builder, null if it has none.
   * @throws CodedError the engine's refusals; REFERENCE_REUSED; what `requireRecoverable` refuses, before the nonce is
   *   used
   */
  async recover(request: SignedRecovery, requestId: string): Promise<RecoveryAnswer> {
    const { user, nonce } = request;
    this.requireItsChain(request);
    const recoveryId = userRecoveryId(user, nonce);
    if (await this.isNew(recoveryId)) await requireRecoverable(this.parts, request);
    const authorizedMs = await this.useNonce(request, requestId);
    return this.begin(request, { recoveryId, nonce, authorizedMs });
  }

  /** The text says that its recipient is on ext. The binary message names the mint alone. */
  private requireItsChain({ mint, textForm }: SignedRecovery): void {
    if (textForm === undefined || addressOf(mint) !== this.parts.usdc.main) return;
    const expected = 'a mint of ext: of main the binary message is signed';
    throw new CodedError('VALIDATION_FAILED', { field: 'mint', value: toBase58(mint), expected });
  }

  /** A repeated request gets its recovery, whatever has happened to debt, balance and recipient. */
  private async isNew(recoveryId: string): Promise<boolean> {
    return (await this.parts.stores.recoveries.byId(recoveryId)) === null;
  }

  private async begin(
    { user, mint, maxGasFee, recipient, allowProgramAddress }: Recoverable,
    identity: Pick<NewRecovery, 'recoveryId' | 'nonce' | 'authorizedMs'>,
  ): Promise<RecoveryAnswer> {
    const terms = { user, mint, maxGasFee, recipient, allowProgramAddress };
    const asked = { ...identity, ...terms };
    const begun = await this.parts.stores.recoveries.begin(asked, this.parts.now());
    if (!isSame(begun, asked)) {
      throw new CodedError('REFERENCE_REUSED', { reference: identity.recoveryId });
    }
    return answerOf(await this.signed(begun));
  }

  /** @returns when it was authorized, if that was before; 0: it is not known when */
  private async useNonce(request: SignedRecovery, requestId: string): Promise<number | null> {
    const command = { kind: 'recover', ...request } as const;
    const answer = await this.parts.engine.send('deposit', command, { requestId });
    const { body } = answer.reply;
    if (body.kind === 'refused') throw refusalError(body);
    if (body.kind !== 'recovery') throw new Fault('poison', `recover was answered ${body.kind}`);
    return answer.replayed ? 0 : null;
  }

  private async signed(begun: Recovery): Promise<Recovery> {
    const { stores } = this.parts;
    let recovery = begun;
    for (let waitedMs = 0; waitedMs < RECOVERY_ANSWER_MS; waitedMs += RECOVERY_ANSWER_PAUSE_MS) {
      if (recovery.txSignature !== null || recovery.state !== 'sending') break;
      await sleep(RECOVERY_ANSWER_PAUSE_MS);
      recovery = (await stores.recoveries.byId(begun.recoveryId)) ?? recovery;
    }
    return recovery;
  }
}

const isSame = (recovery: Recovery, asked: NewRecovery): boolean =>
  (['user', 'mint', 'recipient'] as const).every(
    (field) => toHex(recovery[field]) === toHex(asked[field]),
  );

const answerOf = (recovery: Recovery): RecoveryAnswer => {
  const { recoveryId, user, mint, recipient, amount, state, txSignature } = recovery;
  return { recoveryId, user, mint, recipient, amount: String(amount), state, txSignature };
};
