import type { AdmissionPlugin } from '../admission.ts'
import { containersOf, objectOf, specOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

const OF_PODS = {
  supplementalGroups: 'SupplementalGroups',
  seLinuxOptions: 'SELinuxOptions',
  runAsUser: 'RunAsUser',
  fsGroup: 'FSGroup',
}
const OF_CONTAINERS = { seLinuxOptions: 'SELinuxOptions', runAsUser: 'RunAsUser' }

/**
 * Refuses pods that set users, groups or SELinux options. Only the svc dialect has this plugin; the real server has removed it.
 */
export function securityContextDeny() {
  return {
    name: 'SecurityContextDeny',
    handles: operations('CREATE', 'UPDATE').on('pods'),
    validate(request) {
      const spec = specOf(request.object)
      const context = objectOf(spec, 'securityContext')
      for (const [field, shown] of Object.entries(OF_PODS)) {
        if (context[field] !== undefined) throw refused(request, `pod.Spec.SecurityContext.${shown} is forbidden`)
      }
      for (const container of containersOf(spec)) {
        const own = objectOf(container, 'securityContext')
        for (const [field, shown] of Object.entries(OF_CONTAINERS)) {
          if (own[field] !== undefined) throw refused(request, `SecurityContext.${shown} is forbidden`)
        }
      }
    },
  } satisfies AdmissionPlugin
}
