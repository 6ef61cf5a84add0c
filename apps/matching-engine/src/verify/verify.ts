/**
 * The checks of a single command before it is journaled: deadline, lane and fields, signature, a sender with money.
 * Verdicts come in order of arrival among the commands verified the same way. A rejected command was not carried out.
 */
import { refusalError } from '@bellwether/bus';
import type { IncomingCommand } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { Exchange } from '@bellwether/exchange';
import { kindOf } from '../ingress/room';
import type { Room } from '../ingress/room';
import { VERIFIED_AT_ONCE } from '../limits';
import { checkCommand } from './command-check';
import type { SignatureChecks } from './signature-checks';
import { signedBytes } from './signed-bytes';

export interface VerifyParts {
  readonly exchange: Pick<Exchange, 'network' | 'refusalOfSender'>;
  readonly signatures: SignatureChecks;
  /** Unix time in milliseconds. */
  readonly clock: () => number;
}

export interface Verdict {
  readonly incoming: IncomingCommand;
  /** Null: it may be journaled. */
  readonly error: CodedError | null;
}

export class Verify {
  private verdicts: Verdict[] = [];
  private readonly underWay = { orders: 0, urgent: 0 };
  /** Since the last `push`, which happens once a turn. */
  private verifiedAtOnce = 0;

  /** @param onVerdict called when there may be something to pull */
  constructor(
    private readonly parts: VerifyParts,
    private readonly onVerdict: () => void,
  ) {}

  /** How many commands to push at once. */
  get sliceSize(): number {
    return this.parts.signatures.sliceSize;
  }

  /** Commands whose signatures are being verified. */
  get held(): Room {
    return this.underWay;
  }

  get length(): number {
    return this.underWay.orders + this.underWay.urgent + this.verdicts.length;
  }

  push(commands: readonly IncomingCommand[]): void {
    this.verifiedAtOnce = 0;
    const nowMs = this.parts.clock();
    const sound = commands.filter((incoming) => this.isSound(incoming, nowMs));
    if (sound.length === 0) return;
    for (const incoming of sound) this.underWay[kindOf(incoming)]++;
    const signed = sound.map(({ command }) => signedBytes(command, this.parts.exchange.network));
    this.parts.signatures.check(signed, (valid) => {
      const thenMs = this.parts.clock();
      for (const [index, incoming] of sound.entries()) {
        this.underWay[kindOf(incoming)]--;
        this.judge(incoming, valid[index] === true, thenMs);
      }
      this.onVerdict();
    });
  }

  /**
   * Verifies in this thread, ahead of the commands under way.
   * @returns false if this turn has verified enough
   */
  pushNow(incoming: IncomingCommand): boolean {
    if (this.verifiedAtOnce >= VERIFIED_AT_ONCE) return false;
    this.verifiedAtOnce++;
    const { clock, exchange, signatures } = this.parts;
    const nowMs = clock();
    if (this.isSound(incoming, nowMs)) {
      const signed = signedBytes(incoming.command, exchange.network);
      this.judge(incoming, signatures.isValid(signed), nowMs);
    }
    return true;
  }

  pull(): readonly Verdict[] {
    const { verdicts } = this;
    this.verdicts = [];
    return verdicts;
  }

  private isSound(incoming: IncomingCommand, nowMs: number): boolean {
    const error = checkCommand(incoming, nowMs);
    if (error !== null) this.verdicts.push({ incoming, error });
    return error === null;
  }

  private judge(incoming: IncomingCommand, isValid: boolean, nowMs: number): void {
    const error = isValid
      ? this.refusalOfSender(incoming, nowMs)
      : new CodedError('SIGNATURE_INVALID');
    this.verdicts.push({ incoming, error });
  }

  /**
   * A command of a user without funds is answered here, without a journal record: it would change nothing, and the
   * journal is permanent. It also takes no rate-limit bucket from users who trade.
   */
  private refusalOfSender({ lane, command }: IncomingCommand, nowMs: number): CodedError | null {
    const strange = this.parts.exchange.refusalOfSender(command, lane, nowMs);
    return strange === null ? null : refusalError(strange);
  }
}
