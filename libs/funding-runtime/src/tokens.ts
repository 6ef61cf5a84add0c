/** An app's parts, made by its `assemble`: for its controllers and services. */
export const PARTS = Symbol('the parts of the app');
export const WORKER_OPTIONS = Symbol('how the workers run');
