import { apiServices } from './api-registration/api-services.ts'
import { clusterRoleBindings, roleBindings } from './rbac/role-bindings.ts'
import { clusterRoles, roles } from './rbac/roles.ts'
import { componentStatuses } from './core/component-statuses.ts'
import { configMaps } from './core/config-maps.ts'
import { flowSchemas } from './flow-control/flow-schemas.ts'
import { namespaces } from './core/namespaces.ts'
import { priorityClasses } from './scheduling/priority-classes.ts'
import { priorityLevels } from './flow-control/priority-levels.ts'
import { secrets } from './core/secrets.ts'
import { serviceAccounts } from './core/service-accounts.ts'
import { services } from './core/services.ts'
import type { Kind } from './resource.ts'

/**
 * The kinds that load with the server, because a new cluster has objects of most of them. The other kinds load with their first
 * use.
 */
export const firstKinds: readonly Kind[] = [
  apiServices,
  clusterRoleBindings,
  clusterRoles,
  // Component statuses are computed and not stored, so reads need their file.
  componentStatuses,
  configMaps,
  flowSchemas,
  namespaces,
  priorityClasses,
  priorityLevels,
  roleBindings,
  roles,
  secrets,
  serviceAccounts,
  services,
]
