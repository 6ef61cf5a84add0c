/** Words about the key. */
export const KEY_WORDS = {
  title: 'Your key',
  none: 'There is no key in this browser.',
  explained:
    'Your account is a key. It signs every order in this browser, and nobody can sign for you. The exchange never sees it.',
  make: 'Make a key',
  account: 'Your account',
  copy: 'Copy',
  may: 'What this key may do',
  mayList: ['Place and cancel orders', 'Withdraw to any wallet'],
  backupTitle: 'Save your key',
  backupText:
    'This is the only time that it is shown. Write it down or keep it in a password manager. Whoever has it has the money; without it, and without this browser, nobody can restore the account.',
  backupConfirm: 'Type the last three characters of the backup',
  backupWrong: 'These are not the last three characters.',
  backupDone: 'I have saved it',
  backupCopy: 'Copy the backup',
  backupGone:
    'The backup was shown when the key was made, and cannot be shown again: no page can read the key. If you did not keep it, withdraw the money and make a new key.',
  notBackedUp: 'This key has no backup yet.',
  isBackedUp: 'You said that the backup is kept.',
  isPasskey: 'Your passkey makes this key again, on every device that has the passkey.',
  later: 'Later',
  restore: 'Restore an account',
  restoreText: 'Paste the backup, or a secret key as a Solana wallet exports it.',
  restoreLabel: 'Backup',
  restoreWrong:
    'This is no backup: it has 64 characters, or is a secret key in base58. Nothing was changed.',
  restoreButton: 'Restore',
  restored: 'This is your account.',
  replaces: 'The key that is in this browser now is replaced. Keep its backup.',
  passkey: 'Use a passkey',
  passkeyText:
    'The key is made by your passkey: nothing to write down, and the same account on every device that has it.',
  passkeyMake: 'Make an account with a passkey',
  passkeyUse: 'Sign in with a passkey',
  passkeyFailed: 'The passkey could not make a key here. Nothing was changed.',
  forget: 'Forget this key',
  forgetText: 'Removes the key from this browser. The account stays, for whoever has the backup.',
  forgetTitle: 'Forget this key?',
  forgetHolds: (worth: string, positions: string, orders: string) =>
    `In it: ${worth}, ${positions} positions, ${orders} open orders. Without the backup they are lost.`,
  forgetConfirm: (word: string) => `Type ${word} to go on`,
  forgetWord: 'forget',
  forgetYes: 'Forget the key',
} as const;
