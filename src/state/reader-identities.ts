import { untrack } from 'svelte'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { withIdentity } from '../scenario/identity-headers.ts'
import type { Identity } from '../scenario/scenario.ts'
import { actingIdentities } from './acting-identities.svelte.ts'
import { atShownRevision } from './revision-lens.ts'

/** Sets the identity of a lesson's step. */
export function actAs(cluster: string, identity: Identity | undefined): void {
  actingIdentities.setStep(cluster, identity)
}

/** The cluster as its terminal and its editor use it: each request has the identity of the moment when it is sent. */
export function asReader(cluster: ClusterHandle): ClusterHandle {
  return acting(cluster, () => untrack(() => actingIdentities.of(cluster.id)))
}

/**
 * The cluster as the explorer, the map and the object views read it: at the shown revision, with the identity that the
 * reader chose. Each choice gives another handle. The identity of a lesson's step is not used here, because a lesson
 * also shows what the user of the step may not read.
 */
export function asChosen(cluster: ClusterHandle): ClusterHandle {
  const identity = actingIdentities.chosen(cluster.id)
  return atShownRevision(identity === undefined ? cluster : acting(cluster, () => identity))
}

function acting(cluster: ClusterHandle, identityNow: () => Identity | undefined): ClusterHandle {
  const handle: Pick<ClusterHandle, 'fetch'> = {
    fetch(path, init) {
      const identity = identityNow()
      return cluster.fetch(path, identity === undefined ? init : withIdentity(init, identity))
    },
  }
  // The prototype keeps the getters of the handle, whose values change.
  return Object.setPrototypeOf(handle, cluster) as ClusterHandle
}
