/** A backup, and restores on empty volumes. */
import { firstTrade, typed } from '../operator.mjs';
import { fencesOf } from '../pages.mjs';
import { expect, isGood } from '../report.mjs';

export const restoreSteps = {
  async 'restore of the journal'() {
    const [commands = ''] = fencesOf('docker/README.md', '### Restore');
    const said = typed(commands, { quiet: true });
    expect(said.includes('"sync_always": true'), 'the server syncs again');
    expect(isGood(firstTrade()), `a trade after the restore of the journal`);
  },

  async 'restore of both'() {
    const [backup = ''] = fencesOf('docker/README.md', '### Backup');
    typed(backup, { quiet: true });
    const [commands = ''] = fencesOf('docker/README.md', '### Restore');
    const both = commands
      .replace('bellwether_snapshots-standby ', 'bellwether_snapshots-standby bellwether_history ')
      .replace('restore-journal --archive', 'restore --backups /mnt/backups --archive');
    typed(both, { quiet: true });
    expect(isGood(firstTrade()), 'a trade after the restore of both');
  },
};
