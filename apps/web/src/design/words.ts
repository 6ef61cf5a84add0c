/** Words of the page that shows the components; it is for who builds the pages. */
export const DESIGN_WORDS = {
  title: 'Components',
  explained:
    'Everything that the pages are made of, in its states. Each document builds on these, and names no colour, size or distance of its own.',
  dialog: 'Open a dialog',
} as const;
