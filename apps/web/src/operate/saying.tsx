/** Why a result is so: everybody reads it, so nothing is proposed without it. */
import { Area, Field } from '../components/controls';
import { RESULT_WORDS as words } from './result-words';

export interface Said {
  readonly note: string;
  readonly evidence: string;
  readonly hash: string;
}

export const NOTHING_SAID: Said = { note: '', evidence: '', hash: '' };

const HASH = /^[0-9a-f]{64}$/;
const isHash = (text: string): boolean => text.trim() === '' || HASH.test(text.trim());
export const isAddressOfPage = (text: string): boolean =>
  text.trim() === '' || /^https:\/\/\S+$/.test(text.trim());

export const isSaid = ({ note, evidence, hash }: Said): boolean =>
  note.trim() !== '' && isAddressOfPage(evidence) && isHash(hash);

/** As the gateway takes them. */
export const wordsOf = ({ note, evidence, hash }: Said) => ({
  note: note.trim(),
  ...(evidence.trim() !== '' && { evidence_url: evidence.trim() }),
  ...(hash.trim() !== '' && { evidence_sha256: hash.trim() }),
});

export function Saying({ said, onSay }: { said: Said; onSay: (said: Said) => void }) {
  const { note, evidence, hash } = said;
  return (
    <>
      <Area
        label={words.note}
        value={note}
        onType={(typed) => onSay({ ...said, note: typed })}
        note={words.noteNote}
        test="result-note"
      />
      <details class="small">
        <summary class="muted" data-test="more-evidence">
          {words.more}
        </summary>
        <Field
          label={words.evidence}
          value={evidence}
          onType={(typed) => onSay({ ...said, evidence: typed })}
          wrong={isAddressOfPage(evidence) ? null : words.urlWrong}
          data-test="result-evidence"
        />
        <Field
          label={words.hash}
          value={hash}
          onType={(typed) => onSay({ ...said, hash: typed })}
          wrong={isHash(hash) ? null : words.hashWrong}
          data-test="result-hash"
        />
      </details>
    </>
  );
}
