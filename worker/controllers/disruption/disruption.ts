import { objectOrEmpty, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { StatusError, wasRefused } from '../../api/status.ts'
import { goLabelSelectorText } from '../../resources/rules/go-label-selector.ts'
import { isEmptySelector } from '../../resources/rules/label-selector.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { Informer } from '../client/informer.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { budgetStatus, demandOf, failedStatus, isStatusChanged } from './budget-status.ts'
import { ScaleFault, expectedScale, type ExpectedScale } from './expected-scale.ts'
import { untilStale, withoutDisruption } from './stale-disruption.ts'
import { DEPLOYMENTS, PODS, REPLICATION_CONTROLLERS, REPLICA_SETS, STATEFUL_SETS } from '../kinds.ts'
import { objectAt } from '../object-parts.ts'
import { selectionOf } from '../workloads/selection.ts'

const BUDGETS = { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' }

/** Writes the status of PodDisruptionBudgets, and sets stale DisruptionTarget conditions to False. */
export const disruption = {
  name: 'disruption-controller',
  alias: 'disruption',
  open: disruptionController,
} satisfies ManagerController

function disruptionController(context: ManagerContext): Controller {
  const removals: (() => void)[] = []
  return {
    needs: [BUDGETS, PODS, REPLICATION_CONTROLLERS, REPLICA_SETS, DEPLOYMENTS, STATEFUL_SETS],
    async start() {
      const { clock } = context
      const disruptions = new DisruptionSync(context)
      const { budgets, pods } = disruptions
      const queue = context.queue(async (key) => {
        const recheckIn = await disruptions.sync(key)
        if (recheckIn !== undefined) queue.addAfter(key, recheckIn)
      })
      const stale = context.queue(async (key) => {
        const wait = await disruptions.clearStaleCondition(key)
        if (wait !== undefined) stale.addAfter(key, wait)
      })
      const enqueueBudgets = (pod: ApiObject): void => {
        for (const budget of disruptions.budgetsOf(pod)) queue.add(keyOf(budget))
      }
      const podChanged = (pod: ApiObject): void => {
        enqueueBudgets(pod)
        const wait = untilStale(pod, clock.now())
        if (wait !== undefined) stale.addAfter(keyOf(pod), wait)
      }
      const enqueue = (budget: ApiObject): void => queue.add(keyOf(budget))
      removals.push(
        budgets.addEventHandler({ added: enqueue, updated: enqueue }),
        pods.addEventHandler({ added: podChanged, updated: podChanged, deleted: enqueueBudgets }),
      )
      await Promise.all([budgets.synced, pods.synced])
    },
    stop() {
      for (const remove of removals.splice(0)) remove()
    },
  }
}

class DisruptionSync {
  readonly budgets: Informer
  readonly pods: Informer
  readonly #context: ManagerContext
  readonly #recorder: EventRecorder
  readonly #scale: ExpectedScale

  constructor(context: ManagerContext) {
    this.budgets = context.informer(BUDGETS)
    this.pods = context.informer(PODS)
    this.#context = context
    this.#recorder = context.recorder('controllermanager')
    const controllers = {
      replicationControllers: context.informer(REPLICATION_CONTROLLERS),
      replicaSets: context.informer(REPLICA_SETS),
      deployments: context.informer(DEPLOYMENTS),
      statefulSets: context.informer(STATEFUL_SETS),
    }
    this.#scale = expectedScale(controllers, context)
  }

  /** Writes the status of a budget. Returns the milliseconds until the next sync; undefined when none is needed. */
  async sync(key: string): Promise<number | undefined> {
    const budget = this.budgets.get(splitKey(key))
    if (budget === undefined) return undefined
    try {
      return await this.#count(budget)
    } catch (error) {
      const isFault = error instanceof ScaleFault || error instanceof StatusError
      if (!isFault || wasRefused(error, 'Conflict')) throw error
      await this.#write(budget, failedStatus(budget, error.message, this.#context.clock.now()))
      return undefined
    }
  }

  async #count(budget: ApiObject): Promise<number | undefined> {
    const pods = [...this.pods.list(budget.metadata?.namespace)].filter((pod) => selects(budget, pod))
    if (pods.length === 0) this.#recorder.event(budget, 'Normal', 'NoPods', 'No matching pods found')
    const unmanaged: string[] = []
    const demand = await demandOf(budget, pods.length, () => this.#expected(budget, pods, unmanaged))
    if (unmanaged.length > 0) this.#recorder.event(budget, 'Warning', 'UnmanagedPods', unmanagedText(budget))
    const now = this.#context.clock.now()
    const { status, staying, recheckAt } = budgetStatus(budget, { pods, ...demand }, now)
    const { namespace = '' } = budget.metadata ?? {}
    // The real controller, too, names the namespace twice.
    const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`
    for (const pod of staying) this.#recorder.event(pod, 'Warning', 'NotDeleted', message)
    await this.#write(budget, status)
    return recheckAt && recheckAt - now + 1
  }

  async #expected(budget: ApiObject, pods: readonly ApiObject[], unmanaged: string[]): Promise<number> {
    try {
      return await this.#scale(pods, unmanaged)
    } catch (error) {
      if (error instanceof ScaleFault) {
        const message = `Failed to calculate the number of expected pods: ${error.message}`
        this.#recorder.event(budget, 'Warning', 'CalculateExpectedPodCountFailed', message)
      }
      throw error
    }
  }

  async #write(budget: ApiObject, status: JsonObject): Promise<void> {
    if (isStatusChanged(budget, status)) await this.#context.objects.update(BUDGETS, { ...budget, status }, 'status')
  }

  /** The budgets that select the pod. When there are several, an event reports it, because an eviction of the pod then fails. */
  budgetsOf(pod: ApiObject): readonly ApiObject[] {
    const { namespace = '', name = '' } = pod.metadata ?? {}
    const selecting = [...this.budgets.list(namespace)].filter((budget) => selects(budget, pod))
    const [chosen, other] = selecting
    if (chosen !== undefined && other !== undefined) {
      const choice = `Chose "${chosen.metadata?.name ?? ''}" arbitrarily.`
      const message = `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  ${choice}`
      this.#recorder.event(pod, 'Warning', 'MultiplePodDisruptionBudgets', message)
    }
    return selecting
  }

  /** Sets a stale DisruptionTarget condition to False; returns the remaining ms when it is not stale yet. */
  async clearStaleCondition(key: string): Promise<number | undefined> {
    const { objects, clock } = this.#context
    const pod = this.pods.get(splitKey(key))
    const wait = pod && untilStale(pod, clock.now())
    if (pod === undefined || wait !== 0) return wait
    await objects.update(PODS, withoutDisruption(pod, clock.now()), 'status')
    return undefined
  }
}

/** Whether a budget selects a pod. Unlike the selectors of workloads, an empty selector matches all pods of the namespace. */
function selects(budget: ApiObject, { metadata }: ApiObject): boolean {
  const { selector } = objectAt(budget, 'spec')
  if (selector === undefined) return false
  return isEmptySelector(objectOrEmpty(selector)) || selectionOf(selector)(metadata?.labels)
}

const unmanagedText = (budget: ApiObject): string =>
  `Pods selected by this PodDisruptionBudget (selector: ${goLabelSelectorText(objectAt(budget, 'spec')['selector'])}) were found to be unmanaged. ` +
  'As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. ' +
  'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.'
