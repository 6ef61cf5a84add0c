/**
 * After a reload, or a lost connection: unanswered requests are sent again once by themselves, and then by a button.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Notice } from '../../components/surfaces';
import { isConnectionLive } from '../../exchange/connection';
import { key } from '../account';
import { say } from '../say';
import { WORDS } from '../words/everywhere';
import { askAgain } from './submit';
import { unanswered } from './unanswered';

const isAsking = signal(false);
const said = signal<string | null>(null);

export async function askForAnswers(): Promise<void> {
  const owner = key.value;
  if (!owner || isAsking.value) return;
  isAsking.value = true;
  try {
    for (const { request } of unanswered.value) await askAgain(owner, request);
    said.value = null;
  } catch (error) {
    said.value = say(error);
  } finally {
    isAsking.value = false;
  }
}

export function Unanswered() {
  const isLive = isConnectionLive.value;
  useEffect(() => {
    if (isLive) void askForAnswers();
  }, [isLive]);
  return (
    <Notice
      kind="caution"
      data-test="unanswered"
      action={
        <button class="button" disabled={isAsking.value} onClick={() => void askForAnswers()}>
          {isAsking.value ? WORDS.unanswered.again : WORDS.unanswered.askAgain}
        </button>
      }
    >
      {said.value ?? WORDS.unanswered.kept}
    </Notice>
  );
}
