import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { objectOf, objectsOf, specOf, textOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/** Refuses a required pod anti-affinity whose topology key is not the host name of a node. */
export function limitPodHardAntiAffinityTopology({ dialect }: AdmissionContext) {
  const host = dialect.spell('{labels}/hostname')
  return {
    name: 'LimitPodHardAntiAffinityTopology',
    handles: operations('CREATE', 'UPDATE').on('pods'),
    validate(request) {
      const antiAffinity = objectOf(objectOf(specOf(request.object), 'affinity'), 'podAntiAffinity')
      for (const term of objectsOf(antiAffinity, 'requiredDuringSchedulingIgnoredDuringExecution')) {
        const key = textOf(term, 'topologyKey')
        if (key === host) continue
        const what = 'affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey'
        throw refused(request, `${what} ${key} but only key ${host} is allowed`)
      }
    },
  } satisfies AdmissionPlugin
}
