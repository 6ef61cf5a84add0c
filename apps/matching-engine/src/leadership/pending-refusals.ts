/**
 * What is to be refused, and by whom: "nothing was done" is said by an engine that leads for certain, and by no other, as
 * another engine may have heard the same command and carried it out. Until that is proven a refusal is kept; where it never
 * is, nobody hears it, and an unknown outcome is what it was.
 */
import { MAX_KEPT_REFUSALS } from '../limits';

export interface KeptRefusalsParts {
  readonly proof: { readonly isSure: boolean };
  /** A proof is wanted. */
  readonly onKept: () => void;
  /** One was dropped that nobody will hear. */
  readonly onDropped: () => void;
}

export class KeptRefusals {
  private kept: (() => void)[] = [];

  constructor(private readonly parts: KeptRefusalsParts) {}

  get length(): number {
    return this.kept.length;
  }

  /** `send` says it: now, or when it is proven, or never. */
  refuse(send: () => void): void {
    if (this.parts.proof.isSure) {
      send();
      return;
    }
    if (this.kept.length >= MAX_KEPT_REFUSALS) {
      this.parts.onDropped();
      return;
    }
    this.kept.push(send);
    this.parts.onKept();
  }

  /** Says the first `count`: it is proven that this engine led after they were given. */
  send(count: number): void {
    const proven = this.kept.slice(0, count);
    this.kept = this.kept.slice(count);
    for (const send of proven) send();
  }

  /** This engine leads no more. */
  drop(): void {
    for (const _ of this.kept) this.parts.onDropped();
    this.kept = [];
  }
}
