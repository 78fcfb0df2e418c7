import type { JsonObject } from '../../worker/api/json.ts'
import type { BuiltinResource } from '../../worker/schema/builtin/resources.ts'
import { SOUND_EXTENSIONS } from './sound-extensions.ts'

const containers = [{ name: 'c', image: 'i' }]
const template = { metadata: { labels: { app: 'a' } }, spec: { containers } }
const selector = { matchLabels: { app: 'a' } }
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
const scaleTargetRef = { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' }
const resources = { requests: { storage: '1Gi' } }

/** Valid objects by resource; `events.events` is the resource of the group `events.k8s.io`. */
const SOUND: Readonly<Record<string, JsonObject>> = {
  configmaps: { data: { k: 'v' } },
  secrets: { stringData: { k: 'v' } },
  services: { spec: { selector: { app: 'a' }, ports: [{ name: 'http', port: 80 }] } },
  pods: { spec: { containers, restartPolicy: 'Always' } },
  serviceaccounts: {},
  endpoints: { subsets: [{ addresses: [{ ip: '10.1.0.1' }], ports: [{ port: 80 }] }] },
  events: {
    involvedObject: { namespace: 'default', name: 'a', kind: 'Pod' },
    reason: 'R',
    message: 'm',
    type: 'Normal',
  },
  'events.events': {
    eventTime: '2024-01-01T00:00:00.000000Z',
    regarding: { namespace: 'default', name: 'a', kind: 'Pod' },
    reportingController: 'example.com/c',
    reportingInstance: 'c-1',
    action: 'A',
    reason: 'R',
    note: 'n',
    type: 'Normal',
  },
  persistentvolumeclaims: { spec: { accessModes: ['ReadWriteOnce'], resources } },
  replicationcontrollers: { spec: { replicas: 1, selector: { app: 'a' }, template } },
  resourcequotas: { spec: { hard: { pods: '1000' } } },
  limitranges: { spec: { limits: [{ type: 'Container', max: { cpu: '100' } }] } },
  podtemplates: { template },
  nodes: { spec: { podCIDR: '10.2.0.0/24' } },
  namespaces: {},
  persistentvolumes: {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
  },
  deployments: { spec: { replicas: 1, selector, template } },
  replicasets: { spec: { replicas: 1, selector, template } },
  daemonsets: { spec: { selector, template } },
  statefulsets: { spec: { serviceName: 's', selector, template } },
  jobs: { spec: { template: { spec: { containers, restartPolicy: 'Never' } } } },
  cronjobs: {
    spec: {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: { spec: { containers, restartPolicy: 'Never' } } } },
    },
  },
  horizontalpodautoscalers: { spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 3 } },
  leases: { spec: { holderIdentity: 'h', leaseDurationSeconds: 10 } },
  endpointslices: { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.0.1'] }], ports: [{ name: 'p', port: 80 }] },
  ingresses: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
  networkpolicies: { spec: { podSelector: {}, policyTypes: ['Ingress'] } },
  poddisruptionbudgets: { spec: { minAvailable: 1, selector } },
  roles: { rules },
  rolebindings: {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' },
    subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
  },
  storageclasses: { provisioner: 'example.com/p' },
  priorityclasses: { value: 10 },
  runtimeclasses: { handler: 'h' },
  ...SOUND_EXTENSIONS,
}

/**
 * A valid object of a resource, without its type and metadata. Undefined when there is none. The fuzzer changes parts
 * of it.
 */
export const soundObject = ({ group, name }: Pick<BuiltinResource, 'group' | 'name'>): JsonObject | undefined =>
  SOUND[`${name}.${group.split('.')[0]}`] ?? SOUND[name]
