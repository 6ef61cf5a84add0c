/** Below the bar: a new release, a browser that keeps nothing, a key without a backup, an order without an answer. */
import { lazy } from '../components/lazy';
import { Notice } from '../components/surfaces';
import { hasNewRelease } from '../exchange/connection';
import { backup, cannotKeep } from './account';
import { unanswered } from './sending/unanswered';
import { WORDS } from './words/everywhere';

const BackupDialog = lazy(
  () => import('./key/backup-dialog').then((part) => part.BackupDialog),
  '0',
);
const Unanswered = lazy(
  () => import('./sending/unanswered-notice').then((part) => part.Unanswered),
  '0',
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
    {cannotKeep.value && <Notice kind="caution">{WORDS.frame.cannotKeep}</Notice>}
    {backup.value !== null && <BackupDialog seed={backup.value} />}
    {unanswered.value.length > 0 && <Unanswered />}
  </div>
);
