import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { Informer } from '../client/informer.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { RequeueError } from '../client/work-queue.ts'
import { PERSISTENT_VOLUME_CLAIMS, PODS } from '../kinds.ts'
import { errorMessage } from '../../runtime/error-message.ts'
import { together } from './slow-start.ts'
import { hasOtherController, desiredOwners } from './stateful-set-claims.ts'
import type { Plan, Step } from './stateful-set-plan.ts'
import { claimNames, claimsOf, membershipOf, type StatefulPods } from './stateful-set-pods.ts'

interface ControlContext {
  readonly objects: ObjectClient
  readonly recorder: EventRecorder
  readonly claims: Informer
  readonly pods: StatefulPods
}

/** Executes a plan and records events about the set. */
export class StatefulSetControl {
  readonly #context: ControlContext

  constructor(context: ControlContext) {
    this.#context = context
  }

  /**
   * Carries out the waves one after the other, and stops at the first failed step. Steps that were started in parallel with it
   * still complete.
   */
  async carryOut(set: ApiObject, { waves, inOrder }: Plan): Promise<void> {
    for (const wave of waves) {
      for (let at = 0, size = 1; at < wave.length; at += size, size = inOrder ? 1 : 2 * size) {
        await together(wave.slice(at, at + size).map(async (steps) => this.#executeAll(set, steps)))
      }
    }
  }

  async #executeAll(set: ApiObject, steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#execute(set, step)
  }

  async #execute(set: ApiObject, { action, pod }: Step): Promise<void> {
    if (action === 'create') await this.#create(set, pod)
    else if (action === 'delete') await this.#delete(set, pod)
    else if (action === 'restore') await this.#restore(set, pod)
    else if (action === 'retain') await this.#retain(set, pod)
    else {
      await this.#createClaims(set, pod)
      await this.#recordingFailure('update', set, pod, this.#retain(set, pod))
    }
  }

  async #create(set: ApiObject, pod: ApiObject): Promise<void> {
    await this.#recordingFailure('create', set, pod, this.#createClaims(set, pod))
    try {
      await this.#context.objects.create(PODS, pod)
    } catch (error) {
      // The pod belongs to another owner: the set waits for its deletion.
      if (!wasRefused(error, 'AlreadyExists')) this.#recordEvent('create', set, pod, error)
      throw error
    }
    await this.#recordingFailure('update', set, pod, this.#retain(set, pod))
    this.#recordEvent('create', set, pod)
  }

  async #delete(set: ApiObject, pod: ApiObject): Promise<void> {
    await this.#recordingFailure('delete', set, pod, this.#context.objects.delete(PODS, namespacedName(pod)))
    this.#recordEvent('delete', set, pod)
  }

  async #restore(set: ApiObject, pod: ApiObject): Promise<void> {
    const { objects, pods } = this.#context
    if (!pods.hasStorage(set, pod)) await this.#recordingFailure('update', set, pod, this.#createClaims(set, pod))
    await this.#recordingFailure('update', set, pod, this.#retain(set, pod))
    await this.#recordingFailure('update', set, pod, objects.update(PODS, pods.restored(set, pod)))
    this.#recordEvent('update', set, pod)
  }

  /** Writes the owner references that the pod's claims should have under the retention policy. */
  async #retain(set: ApiObject, pod: ApiObject): Promise<void> {
    const { objects, recorder, claims } = this.#context
    const { namespace = '' } = set.metadata ?? {}
    for (const name of claimNames(set, membershipOf(pod).ordinal).values()) {
      const claim = claims.get({ namespace, name })
      if (claim === undefined) continue
      if (hasOtherController(claim, set, pod)) {
        const why =
          'has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored'
        recorder.event(set, 'Warning', 'ConflictingController', `PersistentVolumeClaim ${name} ${why} for this claim`)
      }
      const ownerReferences = desiredOwners(claim, set, pod)
      if (ownerReferences === undefined) continue
      const owned = { ...claim, metadata: { ...claim.metadata, ownerReferences } }
      await withErrorContext(
        `could not update claim ${name} for delete policy ownerRefs`,
        objects.update(PERSISTENT_VOLUME_CLAIMS, owned),
      )
    }
  }

  /** Creates the missing claims. An error is thrown after all were attempted. */
  async #createClaims(set: ApiObject, pod: ApiObject): Promise<void> {
    const failures: string[] = []
    for (const claim of claimsOf(set, membershipOf(pod).ordinal)) {
      const { name } = namespacedName(claim)
      const found = this.#context.claims.get(namespacedName(claim))
      if (found === undefined)
        await this.#createClaim(set, pod, claim).catch((error) => failures.push(errorMessage(error)))
      else if (found.metadata?.deletionTimestamp !== undefined) failures.push(`pvc ${name} is being deleted`)
    }
    // A retry may succeed, and events have reported most of these failures.
    if (failures.length > 0) throw new RequeueError(failures.length === 1 ? failures[0] : `[${failures.join(', ')}]`)
  }

  async #createClaim(set: ApiObject, pod: ApiObject, claim: ApiObject): Promise<void> {
    const { objects, recorder } = this.#context
    const { name } = namespacedName(claim)
    const where = `StatefulSet ${namespacedName(set).name}`
    try {
      await objects.create(PERSISTENT_VOLUME_CLAIMS, claim)
    } catch (error) {
      if (!wasRefused(error, 'AlreadyExists')) {
        const what = `create Claim ${name} for Pod ${namespacedName(pod).name} in ${where}`
        recorder.event(set, 'Warning', 'FailedCreate', `${what} failed error: ${errorMessage(error)}`)
      }
      throw new Error(`failed to create PVC ${name}: ${errorMessage(error)}`, { cause: error })
    }
    const done = `create Claim ${name} Pod ${namespacedName(pod).name} in ${where} success`
    recorder.event(set, 'Normal', 'SuccessfulCreate', done)
  }

  async #recordingFailure(verb: Verb, set: ApiObject, pod: ApiObject, doing: Promise<unknown>): Promise<void> {
    try {
      await doing
    } catch (error) {
      this.#recordEvent(verb, set, pod, error)
      throw error
    }
  }

  #recordEvent(verb: Verb, set: ApiObject, pod: ApiObject, error?: unknown): void {
    const { recorder } = this.#context
    const what = `${verb} Pod ${namespacedName(pod).name} in StatefulSet ${namespacedName(set).name}`
    const reason = verb.charAt(0).toUpperCase() + verb.slice(1)
    if (error === undefined) recorder.event(set, 'Normal', `Successful${reason}`, `${what} successful`)
    else recorder.event(set, 'Warning', `Failed${reason}`, `${what} failed error: ${errorMessage(error)}`)
  }
}

type Verb = 'create' | 'update' | 'delete'

async function withErrorContext(what: string, doing: Promise<unknown>): Promise<void> {
  try {
    await doing
  } catch (error) {
    throw new Error(`${what}: ${errorMessage(error)}`, { cause: error })
  }
}
