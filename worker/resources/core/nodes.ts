import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import { valueAt, listAt, textAt, copiedObject } from '../path.ts'
import { always } from '../notation/defaults.ts'
import { at, checkObject } from '../notation/rule.ts'
import { nodeRules, nodeUpdates } from './node-rules.ts'
import type { Kind } from '../resource.ts'

function readiness(object: ApiObject): string {
  const ready = listAt(object, 'status.conditions').find(
    (condition) => isObject(condition) && condition['type'] === 'Ready',
  )
  const word = isObject(ready) ? readyWord(ready) : 'Unknown'
  return valueAt(object, 'spec.unschedulable') === true ? `${word},SchedulingDisabled` : word
}

const readyWord = ({ status }: JsonObject): string => (status === 'True' ? 'Ready' : 'NotReady')

function address(object: ApiObject, type: string): string {
  const found = listAt(object, 'status.addresses').find((entry) => isObject(entry) && entry['type'] === type)
  return (isObject(found) && textAt(found, 'address')) || '<none>'
}

const orUnknown = (object: ApiObject, path: string): string => textAt(object, path) || '<unknown>'

/** `podCIDR` is the earlier name of the first of `podCIDRs`; when they differ, `podCIDR` wins. */
function rangesOf({ podCIDR, podCIDRs }: JsonObject): Json | undefined {
  const isFirst = Array.isArray(podCIDRs) && podCIDRs[0] === podCIDR
  return typeof podCIDR !== 'string' || podCIDR === '' || isFirst ? podCIDRs : [podCIDR]
}
const firstRange = (spec: JsonObject): Json | undefined => listAt(spec, 'podCIDRs')[0]

const capacityAsAllocatable = ({ allocatable, capacity }: JsonObject): Json | undefined =>
  allocatable ?? (isObject(capacity) ? { ...capacity } : undefined)

const nodeWarnings = at(
  'spec',
  checkObject((spec, place) => {
    if (spec['configSource'] !== undefined) {
      place.warn('the feature is no longer supported', 'configSource')
    }
    if (textAt(spec, 'externalID') !== '')
      place.warn('this field is deprecated, and is unused by Kubernetes', 'externalID')
  }),
)

export const nodes = {
  resource: 'nodes',
  defaults: {
    spec: { podCIDRs: always(rangesOf), podCIDR: always(firstRange) },
    status: { allocatable: always(capacityAsAllocatable) },
  },
  gated: {
    'status.config': 'DynamicKubeletConfig',
    'spec.configSource': 'DynamicKubeletConfig',
  },
  rules: nodeRules,
  // The real server validates the node as a new one, and then its change.
  updates: [...nodeRules, ...nodeUpdates],
  subresourceRules: { status: nodeUpdates },
  warnings: [nodeWarnings],
  behaviour: ({ spell }, { isOn }) => {
    const role = spell('node-role.{labels}/')
    const oneRole = spell('{labels}/role')
    /** A role is the end of a label's key, or the value of an older label. */
    const roles = (object: ApiObject): string => {
      const found = Object.entries(object.metadata?.labels ?? {}).map(([label, value]) => {
        if (label.startsWith(role)) return label.slice(role.length)
        return label === oneRole ? value : ''
      })
      return [...new Set(found.filter((name) => name !== ''))].sort().join(',') || '<none>'
    }
    /**
     * Drops `status.runtimeHandlers` while the feature is off, but only on writes of the node itself: a write of `/status` can
     * set them.
     */
    const dropHandlers = (node: ApiObject): void => {
      if (!isOn('RecursiveReadOnlyMounts') && isObject(node['status']))
        delete copiedObject(node, 'status')['runtimeHandlers']
    }
    return {
      prepareCreate: dropHandlers,
      prepareUpdate: dropHandlers,
      fieldSelectors: { 'spec.unschedulable': (object) => String(valueAt(object, 'spec.unschedulable') === true) },
      columns: [
        text('Status', 'The status of the node', readiness),
        text('Roles', 'The roles of the node', roles),
        age,
        text('Version', 'Kubelet Version reported by the node.', 'status.nodeInfo.kubeletVersion'),
        text(
          'Internal-IP',
          "List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://{labels}/docs/concepts/nodes/node/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.{domain}/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).",
          (o) => address(o, 'InternalIP'),
          1,
        ),
        text(
          'External-IP',
          "List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://{labels}/docs/concepts/nodes/node/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.{domain}/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).",
          (o) => address(o, 'ExternalIP'),
          1,
        ),
        text(
          'OS-Image',
          'OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).',
          (o) => orUnknown(o, 'status.nodeInfo.osImage'),
          1,
        ),
        text(
          'Kernel-Version',
          "Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).",
          (o) => orUnknown(o, 'status.nodeInfo.kernelVersion'),
          1,
        ),
        text(
          'Container-Runtime',
          'ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2).',
          (o) => orUnknown(o, 'status.nodeInfo.containerRuntimeVersion'),
          1,
        ),
      ],
    }
  },
} satisfies Kind
