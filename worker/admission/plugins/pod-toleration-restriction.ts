import { isObject, objectOrEmpty, type Json, type JsonObject } from '../../api/json.ts'
import { plainError } from '../../api/status.ts'
import { unmarshalFault } from '../../api/unmarshal-fault.ts'
import { readJson } from '../../codec/json-reader.ts'
import { textAt } from '../../resources/path.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { containersOf, objectOf, objectsOf, specOf } from '../object-parts.ts'
import { operations } from '../scopes.ts'
import { covers, mergeTolerations } from '../tolerations.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/**
 * Adds the default tolerations of the namespace, or else of the configuration, to new pods. A pod is refused when the whitelist
 * of the namespace, or else of the configuration, does not cover all its tolerations. An empty whitelist allows every toleration.
 * A pod that is not best effort also gets a toleration of memory pressure.
 */
export function podTolerationRestriction({ dialect, lister, configuration }: AdmissionContext) {
  const defaults = dialect.spell('scheduler.alpha.{labels}/defaultTolerations')
  const whitelist = dialect.spell('scheduler.alpha.{labels}/tolerationsWhitelist')
  const memoryPressure = {
    key: dialect.spell('node.{labels}/memory-pressure'),
    operator: 'Exists',
    effect: 'NoSchedule',
  }
  const configured = objectOrEmpty(configuration)

  /** The tolerations in an annotation of a namespace; undefined without the annotation. @throws StatusError */
  const ofNamespace = (name: string, annotation: string): readonly JsonObject[] | undefined => {
    const text = lister.get('namespaces', '', name)?.metadata?.annotations?.[annotation]
    if (text === undefined) return undefined
    return text === '' ? [] : readTolerations(text)
  }

  const validate = ({ object, namespace }: AdmissionRequest): void => {
    const given = objectsOf(specOf(object), 'tolerations')
    if (given.length === 0) return
    const own = ofNamespace(namespace, whitelist)
    const allowed = own ?? objectsOf(configured, 'whitelist')
    if (allowed.length === 0 || given.every((toleration) => allowed.some((wide) => covers(wide, toleration)))) return
    const scope = own === undefined ? 'cluster' : 'namespace'
    // The refusal is a 500, not a 403 (reference/admission.md 11).
    throw plainError(
      `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`,
    )
  }

  return {
    name: 'PodTolerationRestriction',
    handles: operations('CREATE', 'UPDATE').on('pods'),
    admit(request) {
      const { object, namespace, operation } = request
      const spec = specOf(object)
      const added =
        operation === 'CREATE' ? [...(ofNamespace(namespace, defaults) ?? objectsOf(configured, 'default'))] : []
      const qosClass = textAt(object ?? {}, 'status.qosClass')
      if (qosClass === '' ? hasRequestsOrLimits(spec) : qosClass !== 'BestEffort') added.push(memoryPressure)
      if (added.length > 0) spec['tolerations'] = mergeTolerations(objectsOf(spec, 'tolerations'), added)
      validate(request)
    },
    validate,
  } satisfies AdmissionPlugin
}

/** Whether a container requests or limits cpu or memory. Such a pod is evicted after best-effort pods when memory runs out. */
function hasRequestsOrLimits(spec: JsonObject): boolean {
  return containersOf(spec, ['containers', 'initContainers']).some((container) => {
    const resources = objectOf(container, 'resources')
    return ['requests', 'limits'].some((kind) =>
      ['cpu', 'memory'].some(
        (name) => ![undefined, '0'].includes(objectOf(resources, kind)[name] as string | undefined),
      ),
    )
  })
}

function readTolerations(text: string): readonly JsonObject[] {
  let value: Json
  try {
    value = readJson(text).value
  } catch (error) {
    throw plainError(errorMessage(error))
  }
  if (value === null) return []
  if (!Array.isArray(value)) throw plainError(unmarshalFault(value, '[]v1.Toleration'))
  return value.map((item) => {
    if (item !== null && !isObject(item)) throw plainError(unmarshalFault(item, 'v1.Toleration'))
    return item ?? {}
  })
}
