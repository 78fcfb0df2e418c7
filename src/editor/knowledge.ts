import type { Discovery } from '../client/discovery.ts'
import { discover } from '../client/discovery.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { Knowledge } from './completion.ts'
import { OpenApiTypes } from './openapi.ts'

const known = new WeakMap<ClusterHandle, Knowledge>()

/** The schemas and kinds of a cluster; shared by all its editors. */
export function knowledgeOf(cluster: ClusterHandle): Knowledge {
  const knowledge = known.get(cluster) ?? learn(cluster)
  known.set(cluster, knowledge)
  return knowledge
}

function learn(cluster: ClusterHandle): Knowledge {
  let discovery: Promise<Discovery> | undefined
  return {
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
