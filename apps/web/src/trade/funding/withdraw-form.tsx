/** The form of a withdrawal: its costs are quoted while it is filled in. */
import type {
  LiveUser,
  PreparedRequest,
  WithdrawRequest,
  WithdrawalQuote,
} from '@bellwether/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Choice, Field } from '../../components/controls';
import { NumberField } from '../../components/number-field';
import { Facts, Notice, Panel } from '../../components/surfaces';
import { useFocusFallback } from '../../components/use-focus-fallback';
import { gateway, settings } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { useLive } from '../../exchange/use-live';
import { decimalText, usd, usdExact } from '../../money/format';
import { readNumber } from '../../money/read-number';
import { key } from '../account';
import { say } from '../say';
import type { Sent as SentRequest } from '../sending/submit';
import { letGo } from '../sending/unanswered';
import { MONEY_WORDS } from '../words/money';
import { isAddress } from './address';
import { isKnown, remember } from './known-addresses';
import { mayBeProgram, useProgramAddress } from './program-address';

const words = MONEY_WORDS.withdraw;
const PROOF_CHARACTERS = 4;
const MICRO_DECIMALS = 6;
/** So long after the last key of somebody who types. */
const TYPING_MS = 300;

type ChainKind = 'ext' | 'main';
type Sent =
  | { readonly state: 'idle' | 'sending' }
  | { readonly state: 'refused'; readonly text: string }
  | { readonly state: 'unknown'; readonly request: PreparedRequest<'withdraw'> };

/** The form, and after it the accepted withdrawal: another one starts anew. */
export function WithdrawForm({ user, onSent }: { user: LiveUser; onSent: () => void }) {
  const [accepted, setAccepted] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, 'button, input');
  return (
    <div ref={place}>
      {accepted === null ? (
        <Form
          user={user}
          onAccepted={(said) => {
            setAccepted(said);
            onSent();
          }}
        />
      ) : (
        <Panel title={words.form}>
          <Notice kind="good" data-test="accepted">
            <span role="status">
              {words.accepted} {accepted}
            </span>
          </Notice>
          <button class="button" data-test="another" onClick={() => setAccepted(null)}>
            {words.another}
          </button>
        </Panel>
      )}
    </div>
  );
}

interface FormProps {
  readonly user: LiveUser;
  readonly onAccepted: (said: string) => void;
}

function Form({ user, onAccepted }: FormProps) {
  useLive(user);
  const [amount, setAmount] = useState('');
  const [address, setAddress] = useState('');
  const [chain, setChain] = useState<ChainKind>('ext');
  const [proof, setProof] = useState('');
  const program = useProgramAddress(address.trim());
  const request = requestOf(amount, address, chain, program.isAllowed);
  const quote = useQuote(user.publicKey, request);
  const sending = useSending(request, quote.value, (said) => {
    remember(user.publicKey, address.trim());
    onAccepted(said);
  });
  const isNew = request !== null && !isKnown(user.publicKey, address.trim());
  const isProven = !isNew || proof.trim() === address.trim().slice(-PROOF_CHARACTERS);
  const { state } = sending.sent;
  const maySend =
    quote.value !== undefined &&
    user.isLive &&
    isProven &&
    state !== 'sending' &&
    state !== 'unknown';
  const available = user.balance?.available ?? 0;
  return (
    <Panel title={words.form} stale={!user.isLive}>
      <NumberField
        unit="dollars"
        label={words.amount}
        value={amount}
        onType={setAmount}
        before={<span class="muted">$</span>}
        note={words.available(usd(available))}
        data-test="amount"
        after={
          <button
            class="button little"
            onClick={() => setAmount(decimalText(BigInt(available), MICRO_DECIMALS))}
          >
            {words.all}
          </button>
        }
      />
      <Chain chain={chain} onChoose={setChain} />
      <Field
        label={words.to}
        value={address}
        onType={setAddress}
        wrong={address.trim() === '' || isAddress(address) ? null : words.wrongAddress}
        data-test="recipient"
      />
      {program.box(mayBeProgram(quote.failure))}
      {isNew && <Proof proof={proof} onType={setProof} />}
      <Quote quote={quote.value} failure={quote.failure} />
      <button
        class="button primary large wide"
        disabled={!maySend}
        data-test="withdraw"
        onClick={() => void sending.send()}
      >
        {state === 'sending'
          ? words.sending
          : words.button(request === null ? '' : usdExact(request.amount))}
      </button>
      <div role="status" data-test="result">
        <Result sent={sending.sent} onAskAgain={sending.askAgain} />
      </div>
    </Panel>
  );
}

/** Malware changes addresses on their way through the clipboard. */
const Proof = ({ proof, onType }: { proof: string; onType: (text: string) => void }) => (
  <Field
    label={words.confirm(String(PROOF_CHARACTERS))}
    value={proof}
    onType={onType}
    note={words.confirmNote}
    data-test="recipient-proof"
  />
);

function requestOf(
  amount: string,
  address: string,
  chain: ChainKind,
  isProgram: boolean,
): WithdrawRequest | null {
  const micro = readNumber(amount, 'dollars').value;
  if (micro === undefined || !isAddress(address)) return null;
  const recipient = address.trim();
  const bounds = isProgram ? { allow_program_address: true } : {};
  const to = chain === 'ext' ? { recipient_ext: recipient } : { recipient_main: recipient };
  return { amount: micro, ...to, ...bounds };
}

const recipientOf = ({ recipient_ext: ext, recipient_main: main }: WithdrawRequest): string =>
  ext ?? main ?? '';

function useQuote(user: string, request: WithdrawRequest | null) {
  const text = request === null ? null : JSON.stringify(request);
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const asked = settled === text ? text : null;
  return useAnswer(asked === null ? null : `quote ${user} ${asked}`, (signal) =>
    gateway.quoteWithdrawal(user, JSON.parse(asked ?? '{}') as WithdrawRequest, { signal }),
  );
}

function useSending(
  request: WithdrawRequest | null,
  quote: WithdrawalQuote | undefined,
  onAccepted: (said: string) => void,
) {
  const [sent, setSent] = useState<Sent>({ state: 'idle' });
  const during = async (said: string, work: () => Promise<SentRequest<'withdraw'>>) => {
    if (sent.state === 'sending') return;
    setSent({ state: 'sending' });
    try {
      const answer = await work();
      if (answer.state === 'unknown') return setSent(answer);
      onAccepted(said);
    } catch (error) {
      setSent({ state: 'refused', text: say(error) });
    }
  };
  useEffect(
    () => () => {
      if (sent.state === 'unknown') letGo(sent.request);
    },
    [sent],
  );
  const owner = key.value;
  return {
    sent,
    send: () => {
      if (!owner || request === null || quote === undefined) return undefined;
      const [amount, recipient] = [usdExact(request.amount), recipientOf(request)];
      return during(words.acceptedOf(amount, recipient), async () => {
        const [{ submit }, { askOwner }] = await Promise.all([
          import('../sending/submit'),
          import('../key/owner'),
        ]);
        const signer = await askOwner(
          owner,
          words.purpose(amount, recipient, usdExact(quote.net_amount), usdExact(quote.gas_fee)),
        );
        // The shown terms are signed.
        const signed = { ...request, max_gas_fee: Math.max(1, quote.gas_fee) };
        return submit<'withdraw'>(owner, (trader) => trader.withdraw(signed), signer);
      });
    },
    askAgain: (kept: PreparedRequest<'withdraw'>) =>
      during('', async () => {
        if (!owner) throw new Error('nobody to ask for');
        const { askAgain } = await import('../sending/submit');
        return askAgain(owner, kept);
      }),
  };
}

function Chain({ chain, onChoose }: { chain: ChainKind; onChoose: (chain: ChainKind) => void }) {
  const names = settings.value?.chains;
  return (
    <div class="row apart small">
      <span class="muted">{words.chain}</span>
      <Choice<ChainKind>
        name={words.chain}
        look="little"
        options={[
          { value: 'ext', label: names?.ext ?? 'ext' },
          { value: 'main', label: names?.main ?? 'main' },
        ]}
        value={chain}
        onChoose={onChoose}
      />
    </div>
  );
}

function Quote({ quote, failure }: { quote: WithdrawalQuote | undefined; failure: unknown }) {
  if (failure !== undefined && quote === undefined) return <p class="bad">{say(failure)}</p>;
  if (quote === undefined) return null;
  return (
    <Facts
      of={[
        { name: words.leaves, value: usdExact(quote.amount) },
        { name: words.fee, value: usdExact(quote.gas_fee), test: 'gas' },
        { name: words.net, value: usdExact(quote.net_amount), tone: 'main', test: 'net' },
        { name: words.least, value: usdExact(quote.min_amount) },
      ]}
    />
  );
}

function Result({
  sent,
  onAskAgain,
}: {
  readonly sent: Sent;
  readonly onAskAgain: (request: PreparedRequest<'withdraw'>) => Promise<void>;
}) {
  if (sent.state === 'refused') return <p class="bad">{sent.text}</p>;
  if (sent.state !== 'unknown') return null;
  const { request } = sent;
  return (
    <Notice
      kind="caution"
      action={
        <button class="button" onClick={() => void onAskAgain(request)}>
          {words.askAgain}
        </button>
      }
    >
      {words.unknown}
    </Notice>
  );
}
