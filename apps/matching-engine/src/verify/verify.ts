/**
 * A command's way from the door to a record: its line at the intake, the checks in slices, and its place among those that
 * were checked. Everything on it is bounded; what fails a check is turned away and was not done.
 */
import { refusalError } from '@bellwether/bus';
import type { IncomingCommand } from '@bellwether/bus';
import type { Code, ErrorDetails } from '@bellwether/errors';
import { CodedError } from '@bellwether/errors';
import type { Exchange } from '@bellwether/exchange';
import { checkCommand, deadlineExceeded } from './command-check';
import { Intake, isOrderLane } from '../ingress/ingress';
import type { IntakeLimits, Rooms } from '../ingress/ingress';
import { CHECKED_AT_ONCE, MAX_CHECKED_ORDERS, MAX_CHECKED_URGENT } from '../limits';
import { nextRecord } from '../batch';
import type { SignatureChecks } from './signature-checks';
import { signedBytes } from './signed-bytes';
import type { UserLimits } from './user-limits';

export interface ChecksParts {
  readonly exchange: Pick<Exchange, 'network' | 'refusalOfStranger'>;
  readonly signatures: SignatureChecks;
  /** Absent: no rate limits. */
  readonly userLimits?: Pick<UserLimits, 'refusal'>;
  /** Unix time in milliseconds. */
  readonly clock: () => number;
  /** False: the journal's disk has none, for anything. Absent: it has. */
  readonly hasRoom?: () => boolean;
  readonly turnAway: (incoming: IncomingCommand, code: Code, details?: ErrorDetails) => void;
  /** A turn of the event loop is wanted for what waits. */
  readonly onWaiting: () => void;
  /** There may be something for a record. */
  readonly onChecked: () => void;
}

export class Checks {
  private readonly intake: Intake;
  /** Commands that passed every check and have no place yet, in the order of arrival. */
  private checked: IncomingCommand[] = [];
  /** Commands whose signatures are being verified. */
  private readonly checking = { orders: 0, urgent: 0 };
  /** Since the last turn. */
  private checkedAtOnce = 0;

  constructor(
    limits: IntakeLimits,
    private readonly parts: ChecksParts,
  ) {
    this.intake = new Intake(limits);
  }

  get waitingOrders(): number {
    return this.intake.waitingOrders;
  }

  get waitingUrgent(): number {
    return this.intake.waiting - this.intake.waitingOrders;
  }

  get waitingChecked(): number {
    return this.checking.orders + this.checking.urgent + this.checked.length;
  }

  get isFullOfOrders(): boolean {
    return this.intake.isFullOfOrders;
  }

  /** Nothing is on the way. */
  get isEmpty(): boolean {
    return this.intake.waiting + this.waitingChecked === 0;
  }

  /** False: its line is full, and it was not taken in. */
  take(incoming: IncomingCommand): boolean {
    if (this.isCheckedAtOnce(incoming)) {
      this.checkAtOnce(incoming);
      return true;
    }
    const isTaken = this.intake.offer(incoming);
    if (isTaken) this.parts.onWaiting();
    return isTaken;
  }

  /** Checks a slice of what waits. @returns whether there is more to do */
  turn(): boolean {
    this.checkedAtOnce = 0;
    this.check(this.intake.take(this.parts.signatures.sliceSize, this.rooms()));
    return this.canGoOn();
  }

  /** What was checked, as far as a record takes it. */
  nextBatch(): IncomingCommand[] {
    this.checked = this.checked.filter((incoming) => this.mayGoOn(incoming));
    const { batch, rest } = nextRecord(this.checked);
    this.checked = rest;
    if (this.canGoOn()) this.parts.onWaiting();
    return batch;
  }

  /**
   * A cancel does not wait until all is read that came with it, and all checked that came before: in a flood these take
   * longer than all the rest (docs/adr/0031-cancels-in-a-flood.md). It overtakes nothing that it could depend on.
   */
  private isCheckedAtOnce({ command }: IncomingCommand): boolean {
    return (
      command.kind === 'cancel' &&
      this.intake.waitingUrgent === 0 &&
      this.checkedAtOnce < CHECKED_AT_ONCE &&
      this.rooms().urgent > 0
    );
  }

  private checkAtOnce(incoming: IncomingCommand): void {
    this.checkedAtOnce++;
    // A turn ends the counting.
    this.parts.onWaiting();
    const nowMs = this.parts.clock();
    if (!this.isInOrder(incoming, nowMs)) return;
    const { exchange, signatures, onChecked } = this.parts;
    const signed = signedBytes(incoming.command, exchange.network);
    this.passOn(incoming, signatures.isValid(signed), nowMs);
    onChecked();
  }

  /** Something can be checked. */
  private canGoOn(): boolean {
    return this.intake.waiting > 0 && this.intake.canTake(this.rooms());
  }

  /** Each has room of its own, so that neither keeps the other out. */
  private rooms(): Rooms {
    const orders = this.checked.filter(isOrderLane).length;
    const urgent = this.checked.length - orders;
    return {
      orders: Math.max(0, MAX_CHECKED_ORDERS - this.checking.orders - orders),
      urgent: Math.max(0, MAX_CHECKED_URGENT - this.checking.urgent - urgent),
    };
  }

  private check(slice: readonly IncomingCommand[]): void {
    const nowMs = this.parts.clock();
    const inOrder = slice.filter((incoming) => this.isInOrder(incoming, nowMs));
    if (inOrder.length === 0) return;
    this.countChecking(inOrder, 1);
    const { network } = this.parts.exchange;
    const signed = inOrder.map(({ command }) => signedBytes(command, network));
    this.parts.signatures.check(signed, (valid) => this.checkedSlice(inOrder, valid));
  }

  private checkedSlice(slice: readonly IncomingCommand[], valid: readonly boolean[]): void {
    this.countChecking(slice, -1);
    const nowMs = this.parts.clock();
    for (const [index, incoming] of slice.entries()) {
      this.passOn(incoming, valid[index] === true, nowMs);
    }
    if (this.canGoOn()) this.parts.onWaiting();
    this.parts.onChecked();
  }

  private countChecking(slice: readonly IncomingCommand[], change: 1 | -1): void {
    for (const incoming of slice)
      this.checking[isOrderLane(incoming) ? 'orders' : 'urgent'] += change;
  }

  private isInOrder(incoming: IncomingCommand, nowMs: number): boolean {
    const error = checkCommand(incoming, nowMs);
    if (error !== null) this.fail(incoming, error);
    return error === null;
  }

  private passOn(incoming: IncomingCommand, isValid: boolean, nowMs: number): void {
    const error = isValid
      ? this.refusalOfSender(incoming, nowMs)
      : new CodedError('SIGNATURE_INVALID');
    if (error === null) this.checked.push(incoming);
    else this.fail(incoming, error);
  }

  /**
   * A stranger's command is answered here, before it has a place: it would change nothing, and the journal is for ever. Nor
   * does it take a bucket from those who trade.
   */
  private refusalOfSender({ lane, command }: IncomingCommand, nowMs: number): CodedError | null {
    const { exchange, userLimits } = this.parts;
    const strange = exchange.refusalOfStranger(command, lane);
    if (strange !== null) return refusalError(strange);
    return userLimits?.refusal(command, nowMs) ?? null;
  }

  /** It has no place yet: what is turned away here was not done. */
  private mayGoOn(incoming: IncomingCommand): boolean {
    if (this.isTooLate(incoming)) return false;
    const { hasRoom } = this.parts;
    if (hasRoom === undefined || hasRoom()) return true;
    this.fail(incoming, new CodedError('DISK_LOW'));
    return false;
  }

  /** It may have waited long while the record before it was under way. */
  private isTooLate(incoming: IncomingCommand): boolean {
    const nowMs = this.parts.clock();
    const isLate = nowMs > incoming.deadlineMs;
    if (isLate) this.fail(incoming, deadlineExceeded(nowMs));
    return isLate;
  }

  private fail(incoming: IncomingCommand, { code, details }: CodedError): void {
    this.parts.turnAway(incoming, code, details);
  }
}
