import type { OperatorRole } from '@bellwether/api';

/** Every operator may read; `admin` may do everything. */
export const hasRole = (roles: readonly OperatorRole[], asked: OperatorRole): boolean =>
  asked === 'read' || roles.includes('admin') || roles.includes(asked);
