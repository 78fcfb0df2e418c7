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
import { currentSetReplicas, type Scaling } from './deployment-scaling.ts'
import { isSameTemplate, newSet, setsOf, type DeploymentSets } from './deployment-sets.ts'
import { deadlineOf, replicasOf } from './deployment-spec.ts'
import { withProgress, type Progress } from './deployment-status.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** The dependencies of a sync of a deployment. */
export interface DeploymentContext {
  readonly objects: ObjectClient
  readonly clock: Clock
  readonly recorder: EventRecorder
  readonly annotations: DeploymentAnnotations
}

/** A deployment and its replica sets during one sync, including the writes so far. */
export class DeploymentRun {
  deployment: ApiObject
  /** Whether conditions have changed: they are written with the status, at the end. */
  #isChanged = false
  readonly #context: DeploymentContext
  #owned: readonly ApiObject[]
  #sets: DeploymentSets | undefined

  constructor(context: DeploymentContext, deployment: ApiObject, owned: readonly ApiObject[]) {
    this.deployment = deployment
    this.#context = context
    this.#owned = owned
  }

  get sets(): DeploymentSets {
    return (this.#sets ??= setsOf(this.deployment, this.#owned))
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#context.clock.now()
  }

  /** Gives the highest revision to the current set and to the deployment. */
  async syncRevision(): Promise<void> {
    const { annotations } = this.#context
    const { current, old } = this.sets
    if (current === undefined) return
    const newAnnotations = annotations.forNewSet(this.deployment, current, annotations.nextRevision(old))
    const minReadySeconds = numberAt(this.deployment, 'spec.minReadySeconds')
    const isStale = numberAt(current, 'spec.minReadySeconds') !== minReadySeconds
    const set =
      newAnnotations || isStale ? await this.#updateSet(current, { minReadySeconds }, newAnnotations) : current
    const isUnknown = conditionOf(this.deployment, 'Progressing') === undefined
    this.#recordRevision(set, isUnknown ? { reason: 'FoundNewReplicaSet', verb: 'Found' } : undefined)
  }

  /** Creates the replica set of the current template when it is missing; otherwise does the same as `syncRevision`. */
  async syncCurrentSet(): Promise<void> {
    if (this.sets.current === undefined) await this.#createCurrentSet()
    else await this.syncRevision()
  }

  async #createCurrentSet(): Promise<void> {
    const { objects, annotations } = this.#context
    const { old } = this.sets
    const bare = newSet(this.deployment)
    const replicas = currentSetReplicas(this.deployment, { current: bare, old })
    const newAnnotations = annotations.forNewSet(this.deployment, bare, annotations.nextRevision(old))
    const set = changed(bare, { replicas }, { ...newAnnotations, ...annotations.afterScaling(this.deployment, bare) })
    const { name = '' } = set.metadata ?? {}
    let created: ApiObject
    try {
      created = await objects.create(REPLICA_SETS, set)
    } catch (error) {
      return this.#handleCreateError(set, error)
    }
    this.#keep(created)
    if (replicas > 0) this.recordEvent('Normal', 'ScalingReplicaSet', `Scaled up replica set ${name} to ${replicas}`)
    this.#recordRevision(created, { reason: 'NewReplicaSetCreated', verb: 'Created' })
  }

  /**
   * When the name is taken, uses the set of that name if it has the template and the owner. Another template with the
   * same hash raises the collision count, which changes the name in the next sync.
   */
  async #handleCreateError(set: ApiObject, error: unknown): Promise<void> {
    if (isNamespaceTerminating(error)) throw error
    if (!wasRefused(error, 'AlreadyExists')) {
      const message = `Failed to create new replica set ${quote(set.metadata?.name ?? '')}: ${errorMessage(error)}`
      this.noteProgress({ status: 'False', reason: 'ReplicaSetCreateError', message })
      await this.writeStatus(objectAt(this.deployment, 'status'))
      this.recordEvent('Warning', 'ReplicaSetCreateError', message)
      throw error
    }
    const existing = await this.#context.objects.get(REPLICA_SETS, namespacedName(set))
    if (existing !== undefined && this.#isCurrent(existing)) {
      this.#keep(existing)
      this.#recordRevision(existing, undefined)
      return
    }
    const collisionCount = numberAt(this.deployment, 'status.collisionCount') + 1
    await this.writeStatus({ ...objectAt(this.deployment, 'status'), collisionCount })
    throw error
  }

  #isCurrent(set: ApiObject): boolean {
    const isOurs = controllerOf(set)?.uid === this.deployment.metadata?.uid
    return isOurs && isSameTemplate(valueAt(set, 'spec.template'), valueAt(this.deployment, 'spec.template'))
  }

  /** Gives the deployment the revision of the current set, and the condition Progressing when `progress` is given. */
  #recordRevision(current: ApiObject, progress: { readonly reason: string; readonly verb: string } | undefined): void {
    const numbered = this.#context.annotations.withRevisionOf(this.deployment, current)
    if (numbered !== undefined) this.#change(numbered)
    if (progress === undefined) return
    const message = `${progress.verb} new replica set ${quote(current.metadata?.name ?? '')}`
    this.noteProgress({ status: 'True', reason: progress.reason, message })
  }

  /** Scales a replica set and updates its annotations. Does nothing when neither changes. */
  async scale({ set: { metadata }, replicas }: Scaling): Promise<void> {
    const set = this.#owned.find((one) => one.metadata?.uid === metadata?.uid)
    if (set === undefined) return
    const before = replicasOf(set)
    const newAnnotations = this.#context.annotations.afterScaling(this.deployment, set)
    if (before === replicas && newAnnotations === undefined) return
    await this.#updateSet(set, { replicas }, newAnnotations)
    if (before === replicas) return
    const direction = before < replicas ? 'up' : 'down'
    const message = `Scaled ${direction} replica set ${metadata?.name} to ${replicas} from ${before}`
    this.recordEvent('Normal', 'ScalingReplicaSet', message)
  }

  async deleteSet(set: ApiObject): Promise<void> {
    await this.#context.objects.delete(REPLICA_SETS, namespacedName(set))
  }

  /** Sets the condition Progressing, unless the deployment has no deadline. */
  noteProgress(progress: Progress): void {
    if (deadlineOf(this.deployment) !== undefined) this.#change(withProgress(this.deployment, progress, this.now))
  }

  /** Writes the status when it or a noted condition has changed. Returns whether it wrote. */
  async writeStatus(status: JsonObject): Promise<boolean> {
    if (!this.#isChanged && equalJson(this.deployment['status'] ?? {}, status)) return false
    this.deployment = await this.#context.objects.update(DEPLOYMENTS, { ...this.deployment, status }, 'status')
    this.#isChanged = false
    return true
  }

  async writeSpec(deployment: ApiObject): Promise<void> {
    this.deployment = await this.#context.objects.update(DEPLOYMENTS, deployment)
  }

  recordEvent(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.#context.recorder.event(this.deployment, type, reason, message)
  }

  #change(deployment: ApiObject): void {
    this.deployment = deployment
    this.#isChanged = true
  }

  async #updateSet(set: ApiObject, spec: JsonObject, annotations: Annotations | undefined): Promise<ApiObject> {
    const updated = await this.#context.objects.update(REPLICA_SETS, changed(set, spec, annotations))
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
