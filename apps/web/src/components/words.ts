/** The words of the components themselves; each document has a catalogue of its own. */
export const COMPONENT_WORDS = {
  skip: 'Skip to content',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  retry: 'Try again',
  reload: 'Reload',
  partMissing: 'This part of the page could not be loaded.',
  loading: 'Loading',
  required: 'Required',
  more: 'Show more',
  shown: (count: number) => `${count} shown`,
} as const;
