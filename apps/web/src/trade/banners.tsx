/** Below the bar: a new release, a browser that stores nothing, a key without a backup, an order without an answer. */
import { lazy } from '../components/lazy';
import { Notice } from '../components/surfaces';
import { hasNewRelease, settings } from '../exchange/connection';
import { backup, cannotStore, key, mayRead, showBackup, trouble } from './account';
import { changingBounds } from './key/bounds';
import type { StoredKey } from './key/stored-key';
import { question } from './key/owner';
import { now } from '../money/time';
import { changing } from './portfolio/changing';
import { unanswered } from './sending/unanswered';
import { WORDS } from './words/everywhere';

const BackupDialog = lazy(
  () => import('./key/backup-dialog').then((part) => part.BackupDialog),
  '0',
);
const OwnerDialog = lazy(() => import('./key/owner-dialog').then((part) => part.OwnerDialog), '0');
const BoundsDialog = lazy(
  () => import('./key/bounds-dialog').then((part) => part.BoundsDialog),
  '0',
);
const ChangeDialog = lazy(
  () => import('./portfolio/change-dialog').then((part) => part.ChangeDialog),
  '0',
);
const Access = lazy(() => import('./key/access').then((part) => part.Access), '0');
const Unanswered = lazy(
  () => import('./sending/unanswered-notice').then((part) => part.Unanswered),
  '0',
);

const SOON_SECONDS = 3 * 24 * 60 * 60;

/** The dialog is loaded when it is needed. */
function needsOwner(): boolean {
  const held = key.value;
  // Until the gateway has answered, only this device's clock is known.
  if (!held || settings.value === undefined) return false;
  return held.hasEnded === true || held.until - now() < SOON_SECONDS || !mayRead(held, now());
}

/** On every page until the backup is confirmed. */
const Unsaved = ({ held }: { held: StoredKey }) => (
  <Notice
    kind="caution"
    data-test="unsaved"
    action={
      <button class="button" onClick={() => void showBackup(held)}>
        {WORDS.unsaved.save}
      </button>
    }
  >
    {WORDS.unsaved.text}
  </Notice>
);

export const Banners = () => (
  <div class="banners">
    {hasNewRelease.value && (
      <Notice
        action={
          <button class="button primary" onClick={() => location.reload()}>
            {WORDS.frame.reload}
          </button>
        }
      >
        {WORDS.frame.newRelease}
      </Notice>
    )}
    {cannotStore.value && <Notice kind="caution">{WORDS.frame.cannotKeep}</Notice>}
    {trouble.value !== null && <Notice kind="bad">{trouble.value}</Notice>}
    {key.value?.owner === 'here' && <Unsaved held={key.value} />}
    {needsOwner() && <Access />}
    {changing.value !== null && <ChangeDialog {...changing.value} />}
    {changingBounds.value !== null && key.value && (
      <BoundsDialog held={key.value} hit={changingBounds.value.hit} />
    )}
    {question.value !== null && <OwnerDialog asked={question.value} />}
    {backup.value !== null && <BackupDialog seed={backup.value} />}
    {unanswered.value.length > 0 && <Unanswered />}
  </div>
);
