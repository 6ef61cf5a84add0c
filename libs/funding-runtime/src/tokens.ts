/** What an app works with, put together by its `assemble`: for its controllers and services. */
export const PARTS = Symbol('the parts of the app');
export const DUTIES_OPTIONS = Symbol('what the duties are run with');
