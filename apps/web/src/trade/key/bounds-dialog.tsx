/** The bounds of this browser's key, and how its owner changes them: the same key is allowed anew. */
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog';
import { NumberField } from '../../components/number-field';
import { cents, decimalText, usdExact } from '../../money/format';
import { readNumber } from '../../money/read-number';
import { keyChanged } from '../account';
import { say, sayCode } from '../say';
import { WORDS } from '../words/everywhere';
import { KEY_WORDS as words } from '../words/key';
import { changingBounds } from './bounds';
import type { BoundHit } from './bounds';
import { askOwner } from './owner';
import { SignActions } from './sign-actions';
import type { StoredKey } from './stored-key';

const typed = (value: number, decimals: number): string =>
  String(Number(decimalText(BigInt(value), decimals)));

const close = () => {
  changingBounds.value = null;
};

export function BoundsDialog({ held, hit }: { held: StoredKey; hit: BoundHit | null }) {
  const { bounds } = held;
  const [most, setMost] = useState(typed(bounds.at_most, 6));
  const [band, setBand] = useState(typed(bounds.price_band, 2));
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const at_most = readNumber(most, 'dollars').value;
  const price_band = readNumber(band, 'cents').value;
  const sign = async () => {
    if (at_most === undefined || price_band === undefined || isBusy) return;
    setBusy(true);
    try {
      const purpose = WORDS.access.renewPurpose(usdExact(at_most), cents(price_band));
      const owner = await askOwner(held, purpose);
      const { allowAnew } = await import('./allow');
      await allowAnew(held, owner, { ...bounds, at_most, price_band });
      await keyChanged();
      close();
    } catch (error) {
      setSaid(say(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.boundsTitle}
      onClose={close}
      actions={
        <SignActions
          label={words.boundsSign}
          isOff={isBusy || at_most === undefined || price_band === undefined}
          test="bounds-sign"
          onBack={close}
          onSign={() => void sign()}
        />
      }
    >
      {hit !== null && <p data-test="bound-hit">{sayCode('TRADING_KEY_BOUND', { ...hit })}</p>}
      <p class="muted">{words.boundsText}</p>
      <NumberField
        unit="dollars"
        label={words.boundsMost}
        value={most}
        onType={setMost}
        note={words.boundsMostNote}
        before={<span class="muted">$</span>}
        data-test="bounds-most"
      />
      <NumberField
        unit="cents"
        label={words.boundsBand}
        value={band}
        onType={setBand}
        note={words.boundsBandNote}
        after={<span class="muted">¢</span>}
        data-test="bounds-band"
      />
      <p role="status" class="bad">
        {said}
      </p>
    </Dialog>
  );
}
