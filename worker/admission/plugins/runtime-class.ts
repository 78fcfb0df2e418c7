import { asGiven } from '../../api/given-empty.ts'
import { quote } from '../../api/go-format.ts'
import type { JsonObject } from '../../api/json.ts'
import { clientNameFault } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { plainError } from '../../api/status.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { objectOf, objectsOf, specOf, textOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'
import { mergeTolerations } from '../tolerations.ts'
import { equalAmounts } from '../../resources/rules/equal-specs.ts'

const DIFFERENT_OVERHEAD = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"
const OWN_OVERHEAD = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'

/** Adds to a pod the overhead and the scheduling of the pod's runtime class. */
export function runtimeClass({ dialect, lister }: AdmissionContext) {
  const classes = dialect.spell('node.{domain}/runtimeclasses')

  const classOf = (request: AdmissionRequest, spec: JsonObject): ApiObject | undefined => {
    const name = spec['runtimeClassName']
    if (typeof name !== 'string') return undefined
    const found = lister.get(classes, '', name)
    // The refusal is a 500, not a 403 (reference/admission.md 12).
    const nameFault = found === undefined ? clientNameFault(name) : undefined
    if (nameFault !== undefined) throw plainError(nameFault)
    if (found === undefined) throw refused(request, `pod rejected: RuntimeClass ${quote(name)} not found`)
    return found
  }

  const setOverhead = (request: AdmissionRequest, spec: JsonObject, found: ApiObject): void => {
    if (found['overhead'] === undefined) return
    const fixed = objectOf(objectOf(found, 'overhead'), 'podFixed')
    // The specification forbids pods with their own overhead (reference/differences.md 12).
    if (asGiven(spec, 'overhead') !== undefined) {
      if (dialect.name === 'svc' || !equalAmounts(objectOf(spec, 'overhead'), fixed))
        throw refused(request, DIFFERENT_OVERHEAD)
    }
    if (Object.keys(fixed).length > 0) spec['overhead'] = { ...fixed }
  }

  return {
    name: 'RuntimeClass',
    handles: operations('CREATE').on('pods'),
    admit(request) {
      const spec = specOf(request.object)
      const found = classOf(request, spec)
      if (found === undefined) return
      setOverhead(request, spec, found)
      if (found['scheduling'] !== undefined) setScheduling(request, spec, objectOf(found, 'scheduling'))
    },
    validate(request) {
      const spec = specOf(request.object)
      const found = classOf(request, spec)
      const overhead = asGiven(spec, 'overhead')
      if (found?.['overhead'] === undefined) {
        if (overhead !== undefined) throw refused(request, OWN_OVERHEAD)
      } else if (!equalAmounts(objectOf(objectOf(found, 'overhead'), 'podFixed'), objectOf(spec, 'overhead'))) {
        throw refused(request, DIFFERENT_OVERHEAD)
      }
    },
  } satisfies AdmissionPlugin
}

function setScheduling(request: AdmissionRequest, spec: JsonObject, scheduling: JsonObject): void {
  const wanted = objectOf(scheduling, 'nodeSelector')
  const given = objectOf(spec, 'nodeSelector')
  for (const [key, value] of Object.entries(wanted)) {
    if (given[key] === undefined || given[key] === value) continue
    const conflict = `runtimeClass.scheduling.nodeSelector[${key}] = ${textOf(wanted, key)}; pod.spec.nodeSelector[${key}] = ${textOf(given, key)}`
    throw refused(request, `conflict: ${conflict}`)
  }
  if (Object.keys(wanted).length > 0) spec['nodeSelector'] = { ...given, ...wanted }
  const tolerations = mergeTolerations(objectsOf(spec, 'tolerations'), objectsOf(scheduling, 'tolerations'))
  if (tolerations.length > 0) spec['tolerations'] = tolerations
}
