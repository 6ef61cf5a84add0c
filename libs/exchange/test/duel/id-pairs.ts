/** A bijection between the ids of the engine and those of the oracle, learned as they appear. */
export class IdPairs {
  private readonly engineOf = new Map<number, number>();
  private readonly oracleOf = new Map<number, number>();

  /** Adds the pair if both are new. False if either is already paired with another. */
  pair(oracleId: number, engineId: number): boolean {
    if (!this.engineOf.has(oracleId) && !this.oracleOf.has(engineId)) {
      this.engineOf.set(oracleId, engineId);
      this.oracleOf.set(engineId, oracleId);
    }
    return this.engineOf.get(oracleId) === engineId && this.oracleOf.get(engineId) === oracleId;
  }

  toEngine(oracleId: number): number | undefined {
    return this.engineOf.get(oracleId);
  }
}
