import type { JsonObject } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'

// The specs that no writer may change: without them some requests would match no schema or level.

const everything: JsonObject = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
}

const groups = (...names: readonly string[]): JsonObject => ({
  subjects: names.map((name) => ({ kind: 'Group', group: { name } })),
  ...everything,
})

export const MANDATORY_SCHEMAS: ReadonlyMap<string, JsonObject> = new Map([
  [
    'exempt',
    {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 1,
      rules: [groups('system:masters')],
    },
  ],
  [
    'catch-all',
    {
      priorityLevelConfiguration: { name: 'catch-all' },
      matchingPrecedence: 10000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [groups('system:unauthenticated', 'system:authenticated')],
    },
  ],
])

export const CATCH_ALL_LEVEL: JsonObject = {
  type: 'Limited',
  limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
}

/** The annotation that marks shares of zero in v1beta3. */
export const zeroShares = (spell: Dialect['spell']): string =>
  spell('flowcontrol.{domain}/v1beta3-preserve-zero-concurrency-shares')
