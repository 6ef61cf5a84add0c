/** The checkout as a git tree, with what is not committed. @throws Error outside of git */
export function checkoutTree(): string;
