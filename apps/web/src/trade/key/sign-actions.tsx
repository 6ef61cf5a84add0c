/** The buttons of a dialog that the account's own key signs. */
import { WORDS } from '../words/everywhere';

export const SignActions = ({
  label,
  isOff,
  test,
  onBack,
  onSign,
}: {
  readonly label: string;
  readonly isOff: boolean;
  readonly test: string;
  readonly onBack: () => void;
  readonly onSign: () => void;
}) => (
  <>
    <button class="button" type="button" onClick={onBack}>
      {WORDS.dialog.back}
    </button>
    <button
      class={isOff ? 'button off' : 'button primary'}
      type="button"
      aria-disabled={isOff}
      data-test={test}
      onClick={onSign}
    >
      {label}
    </button>
  </>
);
