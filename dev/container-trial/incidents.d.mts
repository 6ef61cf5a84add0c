/** How alerts are provoked, by the incident's name. */
export const INCIDENTS: Readonly<Record<string, { readonly alerts: readonly string[] }>>;
/** Why an alert is not, by its name. */
export const NOT_PROVOKED: Readonly<Record<string, string>>;
