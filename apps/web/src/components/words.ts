/** The words of the components themselves; each document has a catalogue of its own. */
export const COMPONENT_WORDS = {
  skip: 'Skip to content',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  retry: 'Try again',
  reload: 'Reload',
  partMissing: 'This part of the page could not be loaded. It is tried again.',
  loading: 'Loading',
  required: 'Required',
  command: (seq: string) => `command ${seq}`,
  more: 'Show more',
  number: {
    contracts: (size: string) => `${size} ${size === '1' ? 'contract' : 'contracts'}`,
    limits: (least: string, most: string) => `A number like 25 or 25.50, from ${least} to ${most}`,
    unclear: (one: string, other: string | undefined) =>
      other === undefined
        ? `Is this ${one}? Write it without other marks.`
        : `Is this ${one} or ${other}? Write it with a full stop, or without any mark.`,
  },
  shown: (count: number) => `${count} shown`,
} as const;
