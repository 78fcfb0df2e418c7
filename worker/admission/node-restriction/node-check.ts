import { quote } from '../../api/go-format.ts'
import { equalJson } from '../../patch/json-values.ts'
import { valueAt } from '../../resources/path.ts'
import type { AdmissionContext } from '../admission.ts'
import { refused } from '../refusal.ts'
import type { Check } from './check.ts'
import { forbiddenNodeLabels } from './node-labels.ts'

/** A node may write its own Node. It may not change the taints or most labels of system domains, or set a new configSource. */
export function nodeCheck({ dialect }: AdmissionContext): Check {
  const forbiddenLabels = forbiddenNodeLabels(dialect)
  return (request, nodeName) => {
    const { operation, object, oldObject } = request
    const node = `node ${quote(nodeName)}`
    const wanted = request.name || (object?.metadata?.name ?? '')
    if (wanted !== nodeName) throw refused(request, `${node} is not allowed to modify node ${quote(wanted)}`)
    const hasSource = object !== undefined && valueAt(object, 'spec.configSource') !== undefined
    if (operation === 'CREATE' && object !== undefined) {
      if (hasSource) throw refused(request, `${node} is not allowed to create pods with a non-nil configSource`)
      const labels = forbiddenLabels(object)
      const which = `the following labels: ${labels.join(', ')}`
      if (labels.length > 0) throw refused(request, `${node} is not allowed to set ${which}`)
    }
    if (object === undefined || oldObject === undefined) return
    const keeps = (path: string): boolean => equalJson(valueAt(object, path), valueAt(oldObject, path))
    if (hasSource && !keeps('spec.configSource')) {
      throw refused(request, `${node} is not allowed to update configSource to a new non-nil configSource`)
    }
    if (!keeps('spec.taints')) throw refused(request, `${node} is not allowed to modify taints`)
    const labels = forbiddenLabels(object, oldObject)
    if (labels.length > 0) throw refused(request, `is not allowed to modify labels: ${labels.join(', ')}`)
  }
}
