import { untrack } from 'svelte'
import { userOf } from '../scenario/identity-user.ts'
import type { Identity } from '../scenario/scenario.ts'

type Identities = ReadonlyMap<string, Identity>

/** For each cluster: the identity of a lesson step, and the identity that the reader chose. The reader's choice wins. */
class ActingIdentities {
  #ofSteps = $state.raw<Identities>(new Map())
  #chosen = $state.raw<Identities>(new Map())

  /** The identity of the reader's requests. Undefined means the page's own user. */
  of(cluster: string): Identity | undefined {
    return this.#chosen.get(cluster) ?? this.#ofSteps.get(cluster)
  }

  chosen(cluster: string): Identity | undefined {
    return this.#chosen.get(cluster)
  }

  choose(cluster: string, identity: Identity | undefined): void {
    this.#chosen = changed(this.#chosen, cluster, identity)
  }

  setStep(cluster: string, identity: Identity | undefined): void {
    this.#ofSteps = changed(
      untrack(() => this.#ofSteps),
      cluster,
      identity,
    )
  }
}

function changed(identities: Identities, cluster: string, identity: Identity | undefined): Identities {
  const copy = new Map(identities)
  if (identity === undefined) copy.delete(cluster)
  else copy.set(cluster, identity)
  return copy
}

export const actingIdentities = new ActingIdentities()

/** The user name of the reader's requests; undefined for the page's own user. */
export function actingUser(cluster: string): string | undefined {
  const identity = actingIdentities.of(cluster)
  return identity && userOf(identity)
}
