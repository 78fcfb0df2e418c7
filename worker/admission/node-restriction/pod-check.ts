import { quote } from '../../api/go-format.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { notFound } from '../../api/status.ts'
import type { AdmissionContext, AdmissionRequest } from '../admission.ts'
import { refused } from '../refusal.ts'
import type { Check } from './check.ts'
import { checkMirrorPod } from './mirror-pods.ts'

export const runsOn = (pod: ApiObject | undefined, nodeName: string): boolean =>
  pod !== undefined && textAt(pod, 'spec.nodeName') === nodeName

/** The stored pod. The 404 for a missing one says `pod` and not `pods` (reference/admission.md 30). @throws StatusError */
export function podNamed(lister: AdmissionContext['lister'], { namespace }: AdmissionRequest, name: string): ApiObject {
  const pod = lister.get('pods', namespace, name)
  if (pod === undefined) throw notFound({ group: '', resource: 'pod' }, name)
  return pod
}

/** A node may create mirror pods. It may also delete pods that run on it, evict them and write their status. */
export function podCheck({ dialect, lister }: AdmissionContext): Check {
  const mirror = dialect.spell('{labels}/config.mirror')

  const checkPod: Check = (request, nodeName) => {
    const { operation, name } = request
    const node = `node ${quote(nodeName)}`
    if (operation === 'CREATE') return checkMirrorPod(request, nodeName, mirror, lister)
    if (operation === 'UPDATE') {
      throw refused(request, `unexpected operation ${quote(operation)}, ${node} can only create and delete mirror pods`)
    }
    if (runsOn(podNamed(lister, request, name), nodeName)) return
    throw refused(request, `${node} can only delete pods with spec.nodeName set to itself`)
  }

  const checkPodStatus: Check = (request, nodeName) => {
    const { operation, object, oldObject } = request
    if (operation !== 'UPDATE') throw refused(request, `unexpected operation ${quote(operation)}`)
    const node = `node ${quote(nodeName)}`
    if (!runsOn(oldObject, nodeName)) {
      throw refused(request, `${node} can only update pod status for pods with spec.nodeName set to itself`)
    }
    if (!equalJson(object?.metadata?.labels ?? {}, oldObject?.metadata?.labels ?? {})) {
      throw refused(request, `${node} cannot update labels through pod status`)
    }
    const claims = (pod: ApiObject | undefined) =>
      pod === undefined ? [] : listAt(pod, 'status.resourceClaimStatuses')
    if (!equalJson([...claims(object)], [...claims(oldObject)])) {
      // `statues` is the spelling of the real server.
      throw refused(request, `${node} cannot update resource claim statues`)
    }
  }

  const checkEviction: Check = (request, nodeName) => {
    const { operation, name, object } = request
    if (operation !== 'CREATE') throw refused(request, `unexpected operation ${operation}`)
    const podName = name || (object?.metadata?.name ?? '')
    if (podName === '') throw refused(request, 'could not determine pod from request data')
    if (runsOn(podNamed(lister, request, podName), nodeName)) return
    throw refused(request, `node ${nodeName} can only evict pods with spec.nodeName set to itself`)
  }

  return (request, nodeName) => {
    const check = { '': checkPod, status: checkPodStatus, eviction: checkEviction }[request.subresource]
    if (check !== undefined) return check(request, nodeName)
    const what = `unexpected pod subresource ${quote(request.subresource)}`
    throw refused(request, `${what}, only 'status' and 'eviction' are allowed`)
  }
}
