import { DELEGATED_TO } from '../accounts/account-table';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { refused } from '../refusal';
import type { Answer } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';

/** From now on the user trades through that builder only: its orders are accepted on the builder lane only. */
export function registerDelegate(
  state: ExchangeState,
  { user, builderId }: CommandOf<'register_delegate'>,
  events: CommandEvents,
): Answer {
  const { accountTable, delegations } = state;
  const body = { kind: 'delegate_registered', user, builderId } as const;
  const known = accountTable.find(user);
  const registered =
    known === 0 ? null : delegations.builderIdOf(accountTable.int(known, DELEGATED_TO));
  if (registered === builderId) return fresh(state, body);
  if (registered !== null) return fresh(state, refused('USER_BELONGS_TO_ANOTHER_BUILDER'));
  if (known === 0 && !hasPlace(state, builderId)) return fresh(state, refused('CAPACITY_REACHED'));
  const account = known === 0 ? accountTable.open(user) : known;
  const number = delegations.numberOf(builderId);
  accountTable.setInt(account, DELEGATED_TO, number);
  delegations.addUser(number);
  events.add({ kind: 'delegate_registered', user, builderId });
  return fresh(state, body);
}

/** An account without money is for ever, so one builder does not take the places of all. */
const hasPlace = ({ money, delegations, capacities }: ExchangeState, builderId: string): boolean =>
  money.hasAccountPlace('delegation') &&
  delegations.usersOf(builderId) < capacities.maxUsersOfBuilder;
