import type { ClusterHandle } from '../cluster/cluster.ts'
import { withIdentity } from '../scenario/identity-headers.ts'
import type { Identity } from '../scenario/scenario.ts'

/** The identities as which the readers of lessons act, by cluster. */
const identities = new Map<string, Identity>()

/** Undefined: the reader acts as the page's own user. */
export function actAs(cluster: string, identity: Identity | undefined): void {
  if (identity === undefined) identities.delete(cluster)
  else identities.set(cluster, identity)
}

/** The cluster as its terminal and its editor reach it: each request acts as the identity of that moment. */
export function asReader(cluster: ClusterHandle): ClusterHandle {
  const acting: Pick<ClusterHandle, 'fetch'> = {
    fetch(path, init) {
      const identity = identities.get(cluster.id)
      return cluster.fetch(path, identity === undefined ? init : withIdentity(init, identity))
    },
  }
  // The rest of the handle has getters, whose values change.
  return Object.setPrototypeOf(acting, cluster) as ClusterHandle
}
