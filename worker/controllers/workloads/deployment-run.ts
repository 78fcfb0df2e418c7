import { isNamespaceTerminating } from '../client/namespace-terminating.ts'
import { quote } from '../../api/go-format.ts'
import { isObject, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import type { Clock } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { numberAt, valueAt } from '../../resources/path.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { DEPLOYMENTS, REPLICA_SETS } from '../kinds.ts'
import { controllerOf, objectAt } from '../object-parts.ts'
import { conditionOf } from '../pod-states.ts'
import type { Annotations, DeploymentAnnotations } from './deployment-annotations.ts'
import { newestReplicas, type Scaling } from './deployment-scaling.ts'
import { isSameTemplate, newSet, setsOf, type DeploymentSets } from './deployment-sets.ts'
import { deadlineOf, replicasOf } from './deployment-spec.ts'
import { withProgress, type Progress } from './deployment-status.ts'
import { errorMessage } from '../../runtime/error-message.ts'

export interface DeploymentWork {
  readonly objects: ObjectClient
  readonly clock: Clock
  readonly recorder: EventRecorder
  readonly annotations: DeploymentAnnotations
}

/** A deployment and its replica sets during one sync, including the writes so far. */
export class DeploymentRun {
  deployment: ApiObject
  /** Changes of conditions are written with the status, at the end. */
  #isChanged = false
  readonly #work: DeploymentWork
  #owned: readonly ApiObject[]
  #sets: DeploymentSets | undefined

  constructor(work: DeploymentWork, deployment: ApiObject, owned: readonly ApiObject[]) {
    this.deployment = deployment
    this.#work = work
    this.#owned = owned
  }

  get sets(): DeploymentSets {
    return (this.#sets ??= setsOf(this.deployment, this.#owned))
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#work.clock.now()
  }

  /** Gives the newest set the highest revision, and the deployment that of the newest set. */
  async syncRevision(): Promise<void> {
    const { annotations } = this.#work
    const { newest, old } = this.sets
    if (newest === undefined) return
    const noted = annotations.forNewest(this.deployment, newest, annotations.latestRevision(old) + 1n)
    const minReadySeconds = numberAt(this.deployment, 'spec.minReadySeconds')
    const isStale = numberAt(newest, 'spec.minReadySeconds') !== minReadySeconds
    const set = noted || isStale ? await this.#updateSet(newest, { minReadySeconds }, noted) : newest
    const isUnknown = conditionOf(this.deployment, 'Progressing') === undefined
    this.#number(set, isUnknown ? { reason: 'FoundNewReplicaSet', verb: 'Found' } : undefined)
  }

  /** Like `syncRevision`; creates the replica set of the present template when it is missing. */
  async syncNewest(): Promise<void> {
    if (this.sets.newest === undefined) await this.#makeNewest()
    else await this.syncRevision()
  }

  async #makeNewest(): Promise<void> {
    const { objects, annotations } = this.#work
    const { old } = this.sets
    const bare = newSet(this.deployment)
    const replicas = newestReplicas(this.deployment, { newest: bare, old })
    const noted = annotations.forNewest(this.deployment, bare, annotations.latestRevision(old) + 1n)
    const set = changed(bare, { replicas }, { ...noted, ...annotations.forSize(this.deployment, bare) })
    const { name = '' } = set.metadata ?? {}
    let made: ApiObject
    try {
      made = await objects.create(REPLICA_SETS, set)
    } catch (error) {
      return this.#notMade(set, error)
    }
    this.#keep(made)
    if (replicas > 0) this.recordEvent('Normal', 'ScalingReplicaSet', `Scaled up replica set ${name} to ${replicas}`)
    this.#number(made, { reason: 'NewReplicaSetCreated', verb: 'Created' })
  }

  /** Uses a set that exists already. Else another template has the same hash: the next sync uses a higher collision count. */
  async #notMade(set: ApiObject, error: unknown): Promise<void> {
    if (isNamespaceTerminating(error)) throw error
    if (!wasRefused(error, 'AlreadyExists')) {
      const message = `Failed to create new replica set ${quote(set.metadata?.name ?? '')}: ${errorMessage(error)}`
      this.noteProgress({ status: 'False', reason: 'ReplicaSetCreateError', message })
      await this.writeStatus(objectAt(this.deployment, 'status'))
      this.recordEvent('Warning', 'ReplicaSetCreateError', message)
      throw error
    }
    const known = await this.#work.objects.get(REPLICA_SETS, namespacedName(set))
    if (known !== undefined && this.#isNewest(known)) {
      this.#keep(known)
      this.#number(known, undefined)
      return
    }
    const collisionCount = numberAt(this.deployment, 'status.collisionCount') + 1
    await this.writeStatus({ ...objectAt(this.deployment, 'status'), collisionCount })
    throw error
  }

  #isNewest(set: ApiObject): boolean {
    const isOurs = controllerOf(set)?.uid === this.deployment.metadata?.uid
    return isOurs && isSameTemplate(valueAt(set, 'spec.template'), valueAt(this.deployment, 'spec.template'))
  }

  /** Records the revision of the newest set, and the progress when it is new. */
  #number(newest: ApiObject, news: { readonly reason: string; readonly verb: string } | undefined): void {
    const numbered = this.#work.annotations.withRevisionOf(this.deployment, newest)
    if (numbered !== undefined) this.#change(numbered)
    if (news === undefined) return
    const message = `${news.verb} new replica set ${quote(newest.metadata?.name ?? '')}`
    this.noteProgress({ status: 'True', reason: news.reason, message })
  }

  /** A set of the right size only gets new annotations. */
  async scale({ set: { metadata }, replicas }: Scaling): Promise<void> {
    const set = this.#owned.find((one) => one.metadata?.uid === metadata?.uid)
    if (set === undefined) return
    const before = replicasOf(set)
    const noted = this.#work.annotations.forSize(this.deployment, set)
    if (before === replicas && noted === undefined) return
    await this.#updateSet(set, { replicas }, noted)
    if (before === replicas) return
    const direction = before < replicas ? 'up' : 'down'
    const message = `Scaled ${direction} replica set ${metadata?.name} to ${replicas} from ${before}`
    this.recordEvent('Normal', 'ScalingReplicaSet', message)
  }

  async deleteSet(set: ApiObject): Promise<void> {
    await this.#work.objects.delete(REPLICA_SETS, namespacedName(set))
  }

  /** A deployment without a deadline has no Progressing condition. */
  noteProgress(progress: Progress): void {
    if (deadlineOf(this.deployment) !== undefined) this.#change(withProgress(this.deployment, progress, this.now))
  }

  /** @returns whether the status changed */
  async writeStatus(status: JsonObject): Promise<boolean> {
    if (!this.#isChanged && equalJson(this.deployment['status'] ?? {}, status)) return false
    this.deployment = await this.#work.objects.update(DEPLOYMENTS, { ...this.deployment, status }, 'status')
    this.#isChanged = false
    return true
  }

  async writeSpec(deployment: ApiObject): Promise<void> {
    this.deployment = await this.#work.objects.update(DEPLOYMENTS, deployment)
  }

  recordEvent(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.#work.recorder.event(this.deployment, type, reason, message)
  }

  #change(deployment: ApiObject): void {
    this.deployment = deployment
    this.#isChanged = true
  }

  async #updateSet(set: ApiObject, spec: JsonObject, annotations: Annotations | undefined): Promise<ApiObject> {
    const updated = await this.#work.objects.update(REPLICA_SETS, changed(set, spec, annotations))
    this.#keep(updated)
    return updated
  }

  #keep(set: ApiObject): void {
    this.#owned = [...this.#owned.filter(({ metadata }) => metadata?.uid !== set.metadata?.uid), set]
    this.#sets = undefined
  }
}

function changed(set: ApiObject, spec: JsonObject, annotations: Annotations | undefined): ApiObject {
  const before = set['spec']
  const metadata = annotations === undefined ? set.metadata : { ...set.metadata, annotations: { ...annotations } }
  return { ...set, metadata, spec: { ...(isObject(before) && before), ...spec } }
}
