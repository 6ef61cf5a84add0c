/** The checkout as a git tree, including uncommitted changes. @throws Error outside of git */
export function checkoutTree(): string;
