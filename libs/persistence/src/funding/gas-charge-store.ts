import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { Claim } from './due-rows';
import { claimNextOfUsers } from './engine-queue';
import { GAS_CHARGES, addGasCharge } from './gas-charge-rows';
import type { GasCharge, NewGasCharge } from './gas-charge-rows';

/** Gas charges on their way into the engine; most are added with the step they pay for (`StepEffects.charges`). */
export class GasChargeStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** False where that purpose was charged before, or nothing is charged. */
  async add(charge: NewGasCharge, nowMs: number): Promise<boolean> {
    return this.connections.transaction((client) => addGasCharge(client, charge, nowMs));
  }

  /** The next charge of each user that has one. */
  async claimNext(claim: Claim): Promise<GasCharge[]> {
    return this.connections.statement((client) =>
      claimNextOfUsers(client, GAS_CHARGES, 'charge_seq', claim),
    );
  }

  /** The engine has it, also when it says so again. */
  async engineTook(
    { user, chargeSeq }: Pick<GasCharge, 'user' | 'chargeSeq'>,
    nowMs: number,
  ): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE gas_charges SET engine_ms = $3, lease_until_ms = 0
         WHERE user_key = $1 AND charge_seq = $2 AND engine_ms IS NULL`,
        [user, chargeSeq, nowMs],
      ),
    );
  }

  /** Whether a charge of the user has not reached the engine: it goes before the next credit. */
  async isWaiting(user: Uint8Array): Promise<boolean> {
    const waiting = await this.connections.statement((client) =>
      GAS_CHARGES.first(client, 'WHERE user_key = $1 AND engine_ms IS NULL', [user]),
    );
    return waiting !== null;
  }
}
