/** The line of questions: answered in slices between commands, and only while this process is sure that it leads. */
import type { EventPublisher, IncomingQuery } from '@bellwether/bus';
import type { Exchange } from '@bellwether/exchange';
import { MAX_WAITING_QUESTIONS, QUESTIONS_A_PREVIEW, QUESTION_SLICE } from './limits';
import { Line } from './line';
import { answerQuestion } from './question-answers';
import type { ReadLeases } from './read-leases';
import type { Reign } from './reign';

export interface QuestionsParts {
  readonly exchange: Exchange;
  readonly publisher: EventPublisher;
  readonly reign: Reign;
  readonly leases: ReadLeases;
  /** An append under way will tell whether this process leads: it is waited for instead of asking. */
  readonly isAppending: () => boolean;
  /** Orders are turned away for the moment, whatever the exchange's mode. */
  readonly takesOrders: () => boolean;
  /** It is sure again: `answerSome` can go on. */
  readonly onSure: () => void;
  /** Another engine leads. */
  readonly onLost: (error: Error) => void;
}

export class Questions {
  private readonly waiting = new Line<IncomingQuery>();

  constructor(private readonly parts: QuestionsParts) {}

  get length(): number {
    return this.waiting.length;
  }

  /** False: the line is full. */
  offer(incoming: IncomingQuery): boolean {
    if (this.waiting.length >= MAX_WAITING_QUESTIONS) return false;
    this.waiting.push(incoming);
    return true;
  }

  /** @returns whether more of them can be answered at once */
  answerSome(): boolean {
    if (this.waiting.length === 0) return false;
    if (!this.parts.reign.isSure) {
      this.makeSure();
      return false;
    }
    const { exchange, publisher, leases, takesOrders } = this.parts;
    for (let taken = 0; taken < QUESTION_SLICE && this.waiting.length > 0;) {
      for (const incoming of this.waiting.take(1)) {
        taken += incoming.question.what === 'preview' ? QUESTIONS_A_PREVIEW : 1;
        const now = { eventPlace: publisher.lastKnown(), takesOrders: takesOrders(), leases };
        incoming.answer(answerQuestion(exchange, incoming.question, now));
      }
    }
    return this.waiting.length > 0;
  }

  private makeSure(): void {
    const { reign, isAppending, onSure, onLost } = this.parts;
    if (isAppending()) return;
    reign.renew().then(onSure, (error: unknown) => {
      onLost(error instanceof Error ? error : new Error(String(error)));
    });
  }
}
