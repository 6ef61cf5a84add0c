/** The packages, as folders below node_modules. `root`: the checkout. */
export function assemble(app: string, target: string, root?: string): Promise<string[]>;
