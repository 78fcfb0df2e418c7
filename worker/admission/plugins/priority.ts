import { boundedNumber } from '../../api/numbers.ts'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest, Lister } from '../admission.ts'
import { specOf, textOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

const DEFAULT_PREEMPTION = 'PreemptLowerPriority'

/** Sets the priority and the preemption policy of a new pod from its class, and keeps the default class unique. */
export function priority({ dialect, lister }: AdmissionContext) {
  const classes = dialect.spell('scheduling.{domain}/priorityclasses')
  const pods = operations('CREATE', 'UPDATE').on('pods')
  const priorityClasses = operations('CREATE', 'UPDATE').on(dialect.spell('priorityclasses.scheduling.{domain}'))

  const defaultClass = defaultPriorityClass(lister, classes)

  const classOf = (request: AdmissionRequest, spec: JsonObject): ApiObject | undefined => {
    const name = textOf(spec, 'priorityClassName')
    if (name === '') return defaultClass()
    const named = lister.get(classes, '', name)
    if (named === undefined) throw refused(request, `no PriorityClass with name ${name} was found`)
    return named
  }

  const resolve = (request: AdmissionRequest, spec: JsonObject): void => {
    const found = classOf(request, spec)
    const computed = found === undefined ? 0 : valueOf(found)
    const policy = found === undefined ? DEFAULT_PREEMPTION : textOf(found, 'preemptionPolicy')
    if (found !== undefined) spec['priorityClassName'] = found.metadata?.name ?? ''
    const from = 'must not be provided in pod spec; priority admission controller computed'
    const given = spec['priority']
    if (typeof given === 'number' && given !== computed) {
      const value = `the integer value of priority (${given})`
      throw refused(request, `${value} ${from} ${computed} from the given PriorityClass name`)
    }
    spec['priority'] = computed
    if (policy === '') return
    const givenPolicy = spec['preemptionPolicy']
    if (typeof givenPolicy === 'string' && givenPolicy !== policy) {
      const value = `the string value of PreemptionPolicy (${givenPolicy})`
      throw refused(request, `${value} ${from} ${policy} from the given PriorityClass name`)
    }
    spec['preemptionPolicy'] = policy
  }

  return {
    name: 'Priority',
    handles: (scope) => pods(scope) || priorityClasses(scope),
    admit(request) {
      const { operation, resource, object, oldObject } = request
      if (resource.resource !== 'pods' || object === undefined) return
      const spec = specOf(object)
      if (operation === 'CREATE') return resolve(request, spec)
      const old = specOf(oldObject)
      if (old['priority'] !== undefined) spec['priority'] ??= old['priority']
      if (old['preemptionPolicy'] !== undefined) spec['preemptionPolicy'] ??= old['preemptionPolicy']
    },
    validate(request) {
      const { operation, resource, object } = request
      if (resource.resource !== 'priorityclasses' || object?.['globalDefault'] !== true) return
      const present = defaultClass()?.metadata?.name
      if (present === undefined || (operation === 'UPDATE' && present === object.metadata?.name)) return
      throw refused(request, `PriorityClass ${present} is already marked as default. Only one default can exist`)
    },
  } satisfies AdmissionPlugin
}

const valueOf = (priorityClass: ApiObject): number => boundedNumber(priorityClass['value'] ?? 0)

/**
 * Returns a function that reads the default class: the class with the lowest value when there are several. The result is cached
 * until a class changes.
 */
function defaultPriorityClass(lister: Lister, classes: string): () => ApiObject | undefined {
  let isCurrent = false
  let found: ApiObject | undefined
  lister.follow(classes, () => {
    isCurrent = false
  })

  return () => {
    if (isCurrent) return found
    found = undefined
    for (const candidate of lister.list(classes)) {
      if (candidate['globalDefault'] !== true) continue
      if (found === undefined || valueOf(candidate) < valueOf(found)) found = candidate
    }
    isCurrent = true
    return found
  }
}
