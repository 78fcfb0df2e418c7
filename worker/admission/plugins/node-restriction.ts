import { quote } from '../../api/go-format.ts'
import { formatGroupResource } from '../../api/group-version.ts'
import type { JsonObject } from '../../api/json.ts'
import { objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { goDiff } from '../../resources/go-diff/format-diff.ts'
import { textAt } from '../../resources/path.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import type { Check } from '../node-restriction/check.ts'
import { nodeCheck } from '../node-restriction/node-check.ts'
import { podCheck, podNamed, runsOn } from '../node-restriction/pod-check.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

const USER = 'system:node:'
const GROUP = 'system:nodes'

/**
 * Restricts the writes of a node agent. Among nodes, leases, pods and the other kinds in `checks`, the agent may write only
 * objects of its own node. In a claim, it may write only the capacity and the conditions of the status.
 */
export function nodeRestriction(context: AdmissionContext) {
  const { dialect, lister } = context
  const leaseNamespace = dialect.spell('{system}-node-lease')

  const checkToken: Check = (request, nodeName) => {
    const { operation, subresource, object = {} } = request
    if (operation !== 'CREATE' || subresource !== 'token') return
    const bound = (field: string): string => textAt(object, `spec.boundObjectRef.${field}`)
    if (bound('apiVersion') !== 'v1' || bound('kind') !== 'Pod' || bound('name') === '') {
      throw refused(request, 'node requested token not bound to a pod')
    }
    if (bound('uid') === '') throw refused(request, 'node requested token with a pod binding without a uid')
    const pod = podNamed(lister, request, bound('name'))
    if (pod.metadata?.uid !== bound('uid')) {
      const why = `the UID in the bound object reference (${bound('uid')}) does not match the UID in record. The object might have been deleted and then recreated`
      throw refused(request, why)
    }
    if (!runsOn(pod, nodeName)) {
      throw refused(request, 'node requested token bound to a pod scheduled on a different node')
    }
  }

  const checkLease: Check = (request, nodeName) => {
    if (request.namespace !== leaseNamespace) {
      throw refused(request, `can only access leases in the ${quote(leaseNamespace)} system namespace`)
    }
    if (named(request) === nodeName) return
    throw refused(request, 'can only access node lease with the same name as the requesting node')
  }

  const checks = new Map<string, Check>([
    ['pods', podCheck(context)],
    ['nodes', nodeCheck(context)],
    ['persistentvolumeclaims', checkClaim],
    ['serviceaccounts', checkToken],
    [dialect.spell('leases.coordination.{domain}'), checkLease],
    [dialect.spell('csinodes.storage.{domain}'), checkStorage],
    [dialect.spell('resourceslices.resource.{domain}'), checkSlice],
  ])
  return {
    name: 'NodeRestriction',
    handles: operations('CREATE', 'UPDATE', 'DELETE').onEverything,
    admit(request) {
      const { user, resource } = request
      if (!user.groups.includes(GROUP) || !user.username.startsWith(USER)) return
      const nodeName = user.username.slice(USER.length)
      if (nodeName === '') throw refused(request, `could not determine node from user ${quote(user.username)}`)
      checks.get(formatGroupResource(resource))?.(request, nodeName)
    },
  } satisfies AdmissionPlugin
}

const named = ({ name, object }: AdmissionRequest): string => name || (object?.metadata?.name ?? '')

const checkStorage: Check = (request, nodeName) => {
  if (named(request) !== nodeName) {
    throw refused(request, 'can only access CSINode with the same name as the requesting node')
  }
}

const checkSlice: Check = (request, nodeName) => {
  if (request.operation !== 'CREATE' || textAt(request.object ?? {}, 'nodeName') === nodeName) return
  throw refused(request, 'can only create ResourceSlice with the same NodeName as the requesting node')
}

const ONLY_CLAIM_STATUS = 'is not allowed to update fields other than status.quantity and status.conditions'

const checkClaim: Check = (request, nodeName) => {
  const { subresource, object = {}, oldObject = {} } = request
  if (subresource !== 'status') throw refused(request, 'may only update PVC status')
  const [before, after] = [sealedParts(oldObject), sealedParts(object)]
  if (equalJson(before, after)) return
  const difference = goDiff('*PersistentVolumeClaim', before, after)
  throw refused(request, `node ${quote(nodeName)} ${ONLY_CLAIM_STATUS}: ${difference}`)
}

/**
 * The parts of a claim that a node may not change: everything except the capacity and the conditions in the claim's status. The
 * resourceVersion and the managed fields are left out, because the write itself changes them.
 */
function sealedParts({ metadata = {}, status, ...others }: ApiObject): JsonObject {
  const { resourceVersion: _, managedFields: __, ...kept } = metadata
  const { capacity: ___, conditions: ____, ...rest } = objectOrEmpty(status)
  return { ...others, metadata: kept, status: rest }
}
