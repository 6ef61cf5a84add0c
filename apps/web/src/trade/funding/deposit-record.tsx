/** One deposit on its way: four steps, what happened, and what to do where it cannot go on. */
import type { Deposit } from '@bellwether/client';
import { useState } from 'preact/hooks';
import { ActOnce } from '../../components/act-once';
import { Field } from '../../components/controls';
import { Steps } from '../../components/progress';
import type { Step } from '../../components/progress';
import { Notice } from '../../components/surfaces';
import { settings } from '../../exchange/connection';
import { usd, usdExact } from '../../money/format';
import { moment } from '../../money/time';
import { key } from '../account';
import { OwnerNotThereError, askOwner } from '../key/owner';
import { say } from '../say';
import { WORDS } from '../words/everywhere';
import { MONEY_WORDS } from '../words/money';
import { isAddress } from './address';
import { mintAtAddress } from './mint-at-address';
import { mayBeProgram, useProgramAddress } from './program-address';

const words = MONEY_WORDS.deposit;
const PHASES = ['detected', 'swapped', 'bridged', 'credited'] as const;

/** `usdc`: the mint of USDC on ext. */
export function DepositRecord({ deposit, usdc }: { deposit: Deposit; usdc: string }) {
  const { phase, explanation, source_token: token } = deposit;
  const hasFailed = phase === 'failed' || phase === 'rejected';
  const isOver = phase === 'rejected' || (phase === 'failed' && deposit.retryable === false);
  // Only an operator can move an arrival at the proxy wallet.
  const isAtAddress =
    deposit.chain === settings.value?.chains.ext || deposit.reason === 'other_chain';
  const mayBeSentBack = isOver && isAtAddress;
  return (
    <li class="record" data-test="deposit" data-phase={phase}>
      <div class="row apart">
        <b class="number">
          {usd(deposit.amount_micro_usdc)} <span class="muted">{token}</span>
        </b>
        <span class="muted small">{moment(deposit.timestamp)}</span>
      </div>
      <Steps of={stepsOf(deposit)} />
      {phase === 'credited' ? (
        <p class="small" data-test="credited">
          {words.credited(usd(deposit.credited_after_gas_micro_usdc))}
          {deposit.gas_micro_usdc > 0 && `, ${words.afterGas(usdExact(deposit.gas_micro_usdc))}`}
        </p>
      ) : (
        <p class="small">
          {explanation.what_happened}
          {!isOver && ` ${explanation.what_comes_next} ${explanation.when}`}
        </p>
      )}
      {hasFailed && (
        <Notice kind="caution">
          {words.heldBy(explanation.funds_held_by)}{' '}
          {mayBeSentBack ? words.sendBackHow : explanation.how_to_recover}
        </Notice>
      )}
      {mayBeSentBack && <SendBack mint={mintAtAddress(deposit, usdc)} />}
    </li>
  );
}

function stepsOf({ phase, source_token: token, history }: Deposit): Step[] {
  const phases = PHASES.filter((one) => one !== 'swapped' || token !== 'USDC');
  const reached = Math.max(
    0,
    ...[phase, ...history.map(({ state }) => state)].map((state) =>
      phases.findIndex((one) => one === state),
    ),
  );
  const hasFailed = phase === 'failed' || phase === 'rejected';
  return phases.map((one, index) => ({
    label: words.steps[one],
    state: index <= reached ? 'done' : index > reached + 1 ? 'ahead' : hasFailed ? 'failed' : 'now',
  }));
}

/** A rejected deposit goes back, to a wallet that its owner names. */
function SendBack({ mint }: { mint: string }) {
  const [address, setAddress] = useState('');
  /** Which address may be a program's. */
  const [offered, setOffered] = useState<string | null>(null);
  const program = useProgramAddress(address.trim());
  const send = async () => {
    const owner = key.value;
    if (!owner) throw new OwnerNotThereError();
    const { submit } = await import('../sending/submit');
    const to = { mint, recipient_ext: address.trim() };
    const recipient = program.isAllowed ? { ...to, allow_program_address: true } : to;
    const signer = await askOwner(owner, words.sendBackPurpose(address.trim()));
    const sent = await submit<'recover'>(
      owner,
      (trader) => trader.recover(recipient),
      signer,
    ).catch((error: unknown) => {
      if (mayBeProgram(error)) setOffered(to.recipient_ext);
      throw error;
    });
    return sent.state === 'answered' ? words.sentBack : WORDS.errors.unknown;
  };
  return (
    <div class="stack tight">
      <Field
        label={words.sendBackTo}
        value={address}
        onType={setAddress}
        data-test="send-back-to"
      />
      {program.box(offered === address.trim())}
      <ActOnce
        label={words.sendBack}
        again={words.sendBackAgain}
        act={send}
        say={say}
        isOff={!isAddress(address)}
        test="send-back"
      />
    </div>
  );
}
