/** The line of questions: answered in slices between commands, and only what this process knows for certain. */
import type { EventPublisher, IncomingQuery } from '@bellwether/bus';
import type { Exchange } from '@bellwether/exchange';
import type { LeaderProof } from './leader-proof';
import { MAX_WAITING_QUESTIONS, QUESTIONS_A_PREVIEW, QUESTION_SLICE } from './limits';
import { Line } from './line';
import { answerQuestion } from './question-answers';

export interface QuestionsParts {
  readonly exchange: Exchange;
  readonly publisher: EventPublisher;
  readonly proof: Pick<LeaderProof, 'isSure'>;
  /** Orders are turned away for the moment, whatever the exchange's mode. */
  readonly takesOrders: () => boolean;
  /** All commands are. */
  readonly takesCommands: () => boolean;
  /** A proof is wanted. */
  readonly onUnsure: () => void;
}

export class Questions {
  private readonly waiting = new Line<IncomingQuery>();
  /** Questions so far. */
  asked = 0;
  /** So many of the first that wait are older than a proof: the state of now answers them, whoever leads now. */
  private answerable = 0;

  constructor(private readonly parts: QuestionsParts) {}

  get length(): number {
    return this.waiting.length;
  }

  /** Those that wait for a proof. */
  get unproven(): number {
    return this.waiting.length - this.answerable;
  }

  /** False: the line is full. */
  offer(incoming: IncomingQuery): boolean {
    if (this.waiting.length >= MAX_WAITING_QUESTIONS) return false;
    this.waiting.push(incoming);
    this.asked++;
    return true;
  }

  /** A proof was made that was begun when so many had been asked. */
  proven(asked: number): void {
    const later = this.asked - asked;
    this.answerable = Math.max(this.answerable, this.waiting.length - later);
  }

  /** @returns whether more of them can be answered at once */
  answerSome(): boolean {
    if (this.waiting.length === 0) return false;
    const { exchange, publisher, proof, takesOrders, takesCommands, onUnsure } = this.parts;
    // Looked at once a slice: all of it waited before, so that the state of this moment is right for it.
    const answerable = proof.isSure ? this.waiting.length : this.answerable;
    let answered = 0;
    for (let taken = 0; taken < QUESTION_SLICE && answered < answerable; answered++) {
      for (const incoming of this.waiting.take(1)) {
        taken += incoming.question.what === 'preview' ? QUESTIONS_A_PREVIEW : 1;
        const now = {
          eventOffset: publisher.lastKnown(),
          takesOrders: takesOrders(),
          takesCommands: takesCommands(),
        };
        incoming.answer(answerQuestion(exchange, incoming.question, now));
      }
    }
    this.answerable = Math.max(0, this.answerable - answered);
    if (answered < answerable) return true;
    if (this.waiting.length > 0) onUnsure();
    return false;
  }
}
