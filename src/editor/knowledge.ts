import { dialects } from '../../worker/dialect/dialect.ts'
import type { Discovery } from '../client/discovery.ts'
import { discover } from '../client/discovery.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { SchemaSources } from './completion.ts'
import { OpenApiTypes } from './openapi.ts'

const known = new WeakMap<ClusterHandle, SchemaSources>()

/** The schemas and kinds of a cluster; shared by all its editors. */
export function knowledgeOf(cluster: ClusterHandle): SchemaSources {
  const knowledge = known.get(cluster) ?? learn(cluster)
  known.set(cluster, knowledge)
  return knowledge
}

function learn(cluster: ClusterHandle): SchemaSources {
  let discovery: Promise<Discovery> | undefined
  return {
    dialect: dialects[cluster.info.dialect],
    types: new OpenApiTypes(cluster),
    discovery() {
      discovery ??= discover(cluster).catch((error: unknown) => {
        discovery = undefined
        throw error
      })
      return discovery
    },
  }
}
