/** The packages, as folders below node_modules. `root`: the checkout. */
export function assemble(app: string, target: string, root?: string): Promise<string[]>;
/** The same of the drill, which starts apps beside itself. */
export function assembleDrill(target: string, root?: string): Promise<string[]>;
