import { objectOrEmpty } from '../../api/json.ts'
import { fieldError } from '../../api/field-error.ts'
import { labelValue, qualifiedName } from '../../api/names.ts'
import { forbidden, plainError, type StatusError } from '../../api/status.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { objectOf, specOf, textOf } from '../object-parts.ts'
import { operations } from '../scopes.ts'

type Labels = Readonly<Record<string, string>>

/**
 * Adds the node selector of the namespace, or the cluster's default selector, to the pods in the namespace. A pod is refused when
 * its own selector conflicts with that selector, or when the merged selector has labels that the configuration does not allow for
 * the namespace.
 */
export function podNodeSelector({ dialect, lister, configuration }: AdmissionContext) {
  const annotation = dialect.spell('scheduler.alpha.{labels}/node-selector')
  const configured = objectOf(objectOrEmpty(configuration), 'podNodeSelectorPluginConfig')

  const ofNamespace = (name: string): Labels => {
    const given = lister.get('namespaces', '', name)?.metadata?.annotations?.[annotation]
    return readSelector(given ?? textOf(configured, 'clusterDefaultNodeSelector'))
  }

  const selectorOf = (request: AdmissionRequest): Labels => objectOf(specOf(request.object), 'nodeSelector') as Labels

  const refusal = ({ resource, object }: AdmissionRequest, why: string): StatusError =>
    forbidden(resource, object?.metadata?.name ?? '', why)

  const checkConflicts = (request: AdmissionRequest, wanted: Labels): void => {
    const own = selectorOf(request)
    if (Object.entries(wanted).every(([key, value]) => own[key] === undefined || own[key] === value)) return
    throw refusal(request, 'pod node label selector conflicts with its namespace node label selector')
  }

  const validate = (request: AdmissionRequest): void => {
    checkConflicts(request, ofNamespace(request.namespace))
    const allowed = readSelector(textOf(configured, request.namespace))
    if (Object.keys(allowed).length === 0) return
    if (Object.entries(selectorOf(request)).every(([key, value]) => allowed[key] === value)) return
    throw refusal(request, 'pod node label selector labels conflict with its namespace whitelist')
  }

  return {
    name: 'PodNodeSelector',
    handles: operations('CREATE').on('pods'),
    admit(request) {
      const wanted = ofNamespace(request.namespace)
      checkConflicts(request, wanted)
      const merged = { ...wanted, ...selectorOf(request) }
      if (Object.keys(merged).length > 0) specOf(request.object)['nodeSelector'] = merged
      validate(request)
    },
    validate,
  } satisfies AdmissionPlugin
}

/** Reads `a=b,c=d`. The refusal of a malformed selector is a 500 (reference/admission.md 14). @throws StatusError */
function readSelector(text: string): Labels {
  if (text === '') return {}
  const entries = text.split(',').map((pair) => {
    const parts = pair.split('=')
    if (parts.length !== 2) throw plainError(`invalid selector: [${parts.join(' ')}]`)
    const [key = '', value = ''] = parts.map((part) => part.trim())
    refuseFaults('<nil>', key, qualifiedName(key))
    refuseFaults(`[${key}]`, value, labelValue(value))
    return [key, value] as const
  })
  return Object.fromEntries(entries)
}

function refuseFaults(path: string, value: string, faults: readonly string[]): void {
  if (faults.length === 0) return
  const { field, message } = fieldError.invalid(path, value, faults.join('; '))
  throw plainError(`${field}: ${message}`)
}
