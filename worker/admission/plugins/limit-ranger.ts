import { lazy } from '../../api/lazy.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { specOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/** Few namespaces have limit ranges. */
const limitRanges = lazy(() => import('../limit-ranges.ts'))

/** Fills requests and limits from the namespace's limit ranges, and checks pods and claims against them. */
export function limitRanger({ dialect, lister }: AdmissionContext) {
  const annotation = dialect.spell('{labels}/limit-ranger')
  const pods = operations('CREATE').on('pods')
  const claims = operations('CREATE', 'UPDATE').on('persistentvolumeclaims')
  return {
    name: 'LimitRanger',
    handles: (scope) => pods(scope) || claims(scope),
    admit({ object, resource, namespace }) {
      if (resource.resource !== 'pods' || object === undefined) return
      const ranges = [...lister.list('limitranges', namespace)]
      if (ranges.length === 0) return
      return limitRanges().then(({ fillDefaults }) => {
        for (const range of ranges) fillDefaults(object, range, annotation)
      })
    },
    validate(request) {
      const { object, oldObject, resource, namespace } = request
      if (oldObject?.metadata?.deletionTimestamp !== undefined) return
      const ranges = [...lister.list('limitranges', namespace)]
      if (ranges.length === 0) return
      return limitRanges().then(({ rangeFault }) => {
        for (const range of ranges) {
          const fault = rangeFault(resource.resource, specOf(object), range)
          if (fault !== undefined) throw refused(request, fault)
        }
      })
    },
  } satisfies AdmissionPlugin
}
