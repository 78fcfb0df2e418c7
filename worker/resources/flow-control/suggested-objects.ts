import type { JsonObject } from '../../api/json.ts'
import { CATCH_ALL_LEVEL, MANDATORY_SCHEMAS } from './mandatory-objects.ts'

// The levels and schemas that a cluster starts with, name → spec. Names are templates of the dialect. The mandatory
// objects are included; writers may change the others.

const queued = (shares: number, lendable: number, queues: number, handSize: number): JsonObject => ({
  type: 'Limited',
  limited: {
    nominalConcurrencyShares: shares,
    limitResponse: { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: 50 } },
    lendablePercent: lendable,
  },
})

export const PRIORITY_LEVELS: ReadonlyMap<string, JsonObject> = new Map([
  ['exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }],
  ['catch-all', CATCH_ALL_LEVEL],
  ['system', queued(30, 33, 64, 6)],
  ['node-high', queued(40, 25, 64, 6)],
  ['leader-election', queued(10, 0, 16, 4)],
  ['workload-high', queued(40, 50, 128, 6)],
  ['workload-low', queued(100, 90, 128, 6)],
  ['global-default', queued(20, 50, 128, 6)],
])

const user = (name: string): JsonObject => ({ kind: 'User', user: { name } })
const group = (name: string): JsonObject => ({ kind: 'Group', group: { name } })
const account = (name: string): JsonObject => ({
  kind: 'ServiceAccount',
  serviceAccount: { namespace: '{system}-system', name },
})

const MANAGER = user('system:{system}-controller-manager')
const SCHEDULER = user('system:{system}-scheduler')
const EVERYBODY = [group('system:unauthenticated'), group('system:authenticated')]

const namespaced = (verbs: readonly string[], apiGroup: string, ...resources: readonly string[]): JsonObject => ({
  verbs: [...verbs],
  apiGroups: [apiGroup],
  resources: [...resources],
  namespaces: ['*'],
})
const clusterWide = (rule: JsonObject): JsonObject => ({ ...rule, clusterScope: true })

const WRITE_LOCKS = ['get', 'create', 'update']
const ALL_RESOURCES = [clusterWide(namespaced(['*'], '*', '*'))]
const ALL_PATHS = [{ verbs: ['*'], nonResourceURLs: ['*'] }]

type Order = readonly [matchingPrecedence: number, distinguisher: 'ByUser' | 'ByNamespace']

function schema(
  level: string,
  [matchingPrecedence, distinguisher]: Order,
  subjects: readonly JsonObject[],
  resourceRules?: readonly JsonObject[],
): JsonObject {
  const rule: JsonObject = { subjects: [...subjects], resourceRules: [...(resourceRules ?? ALL_RESOURCES)] }
  if (resourceRules === undefined) rule['nonResourceRules'] = ALL_PATHS
  return {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    distinguisherMethod: { type: distinguisher },
    rules: [rule],
  }
}

const LEASES = namespaced(WRITE_LOCKS, 'coordination.{domain}', 'leases')

export const FLOW_SCHEMAS: ReadonlyMap<string, JsonObject> = new Map([
  ...MANDATORY_SCHEMAS,
  [
    'probes',
    {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 2,
      rules: [
        {
          subjects: EVERYBODY,
          nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
        },
      ],
    },
  ],
  ['system-leader-election', schema('leader-election', [100, 'ByUser'], [MANAGER, SCHEDULER, account('*')], [LEASES])],
  [
    'endpoint-controller',
    schema(
      'workload-high',
      [150, 'ByUser'],
      [MANAGER, account('endpoint-controller'), account('endpointslicemirroring-controller')],
      [namespaced(WRITE_LOCKS, '', 'endpoints')],
    ),
  ],
  [
    'workload-leader-election',
    schema(
      'leader-election',
      [200, 'ByUser'],
      [account('*')],
      [namespaced(WRITE_LOCKS, '', 'endpoints', 'configmaps'), LEASES],
    ),
  ],
  [
    'system-node-high',
    schema(
      'node-high',
      [400, 'ByUser'],
      [group('system:nodes')],
      [
        clusterWide(namespaced(['*'], '', 'nodes', 'nodes/status')),
        namespaced(['*'], 'coordination.{domain}', 'leases'),
      ],
    ),
  ],
  ['system-nodes', schema('system', [500, 'ByUser'], [group('system:nodes')])],
  ['{system}-controller-manager', schema('workload-high', [800, 'ByNamespace'], [MANAGER])],
  ['{system}-scheduler', schema('workload-high', [800, 'ByNamespace'], [SCHEDULER])],
  ['{system}-system-service-accounts', schema('workload-high', [900, 'ByNamespace'], [account('*')])],
  ['service-accounts', schema('workload-low', [9000, 'ByUser'], [group('system:serviceaccounts')])],
  ['global-default', schema('global-default', [9900, 'ByUser'], EVERYBODY)],
])
