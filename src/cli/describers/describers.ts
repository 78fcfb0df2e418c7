import type { ApiObject } from '../../../worker/api/object.ts'
import type { ResourceType } from '../discovery.ts'
import { describeObject } from '../description.ts'
import { bindingText, priorityClassText, roleText, serviceAccountText } from './access.ts'
import { autoscalerText } from './autoscaling.ts'
import { configMapText, secretText } from './configuration.ts'
import { endpointSliceText } from './network.ts'
import { disruptionBudgetText, storageClassText } from './policy.ts'

/** How a kind is described, in cells that end in tabs. */
export interface Describer {
  text(object: ApiObject): string
  /** False where no events are told. */
  readonly events: boolean
}

/** By group and kind; the core group is empty, the others without what follows their first dot. */
const KNOWN: Readonly<Record<string, Describer>> = {
  '/ConfigMap': { text: configMapText, events: true },
  '/Secret': { text: secretText, events: false },
  '/ServiceAccount': { text: serviceAccountText, events: true },
  'rbac/Role': { text: roleText, events: false },
  'rbac/ClusterRole': { text: roleText, events: false },
  'rbac/RoleBinding': { text: bindingText, events: false },
  'rbac/ClusterRoleBinding': { text: bindingText, events: false },
  'scheduling/PriorityClass': { text: priorityClassText, events: true },
  'storage/StorageClass': { text: storageClassText, events: true },
  'autoscaling/HorizontalPodAutoscaler': { text: autoscalerText, events: true },
  'discovery/EndpointSlice': { text: endpointSliceText, events: true },
  'policy/PodDisruptionBudget': { text: disruptionBudgetText, events: true },
}

const anything: Describer = { text: (object) => describeObject({ apiVersion: undefined, ...object }), events: true }

export function describerOf({ group, kind }: ResourceType, domain: string): Describer {
  // A custom resource may have the same kind: only the groups that the server keeps for itself are known.
  const own = !group.includes('.') || group.endsWith(`.${domain}`)
  return (own ? KNOWN[`${group.split('.')[0] ?? ''}/${kind}`] : undefined) ?? anything
}
