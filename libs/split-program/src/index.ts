/** The split program's interface: the list that an address is, the instruction that pays it, its errors. */
export * from './pay';
export * from './split-errors';
export * from './split-list';
export * from './split-program-id';
