import { boundedNumber } from '../../api/numbers.ts'
import { parseGroupVersion } from '../../api/group-version.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { LabelSelector } from '../../api/selector.ts'
import { parseLabelSelector } from '../../api/selector.ts'
import { StatusError } from '../../api/status.ts'
import { listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import { AutoscalerStatus } from './autoscaler-status.ts'
import { metricFailure, type MetricsAnswer } from './metric-failures.ts'
import type { Informer } from '../client/informer.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ServedKind } from '../client/served-kinds.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { API_SERVICES, PODS } from '../kinds.ts'

const AUTOSCALERS = { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers' }

/** The default of `--horizontal-pod-autoscaler-sync-period`. */
const PERIOD_MS = 15_000

/**
 * Scales each target to at least `minReplicas` and at most `maxReplicas`, unless the target was scaled to zero. No metrics are
 * served, so the controller does no more.
 */
export const horizontalPodAutoscaler = {
  name: 'horizontal-pod-autoscaler-controller',
  alias: 'horizontalpodautoscaling',
  open: horizontalPodAutoscalerController,
} satisfies ManagerController

function horizontalPodAutoscalerController(context: ManagerContext): Controller {
  let end: (() => void) | undefined

  async function start(): Promise<void> {
    const autoscalers = context.informer(AUTOSCALERS)
    const apiServices = context.informer(API_SERVICES)
    const scaling = new Scaling(context, { pods: context.informer(PODS), apiServices })
    const queue = context.queue(async (key) => {
      const autoscaler = autoscalers.get(splitKey(key))
      if (autoscaler === undefined) return
      await scaling.reconcile(autoscaler)
      // The autoscaler may have been deleted in the meantime.
      if (autoscalers.get(splitKey(key)) === undefined) return scaling.forget(autoscaler)
      queue.addAfter(key, PERIOD_MS)
    })
    const enqueueLater = (autoscaler: ApiObject): void => queue.addAfter(keyOf(autoscaler), PERIOD_MS)
    end = autoscalers.addEventHandler({
      added: enqueueLater,
      updated: enqueueLater,
      deleted: (autoscaler) => scaling.forget(autoscaler),
    })
    await Promise.all([autoscalers.synced, apiServices.synced])
  }

  return { needs: [AUTOSCALERS, PODS, API_SERVICES], start, stop: () => end?.() }
}

interface Target {
  readonly kind: ServedKind
  readonly scale: ApiObject
}

/** Thrown when a step fails, with the message of the real controller. */
class ScalingFault extends Error {}

class Scaling {
  readonly #context: ManagerContext
  readonly #pods: Informer
  readonly #apiServices: Informer
  readonly #recorder
  /** The latest pod selector of each autoscaler, by namespace, then by name. */
  readonly #selectors = new Map<string, Map<string, LabelSelector>>()

  constructor(context: ManagerContext, { pods, apiServices }: Record<'pods' | 'apiServices', Informer>) {
    this.#context = context
    this.#pods = pods
    this.#apiServices = apiServices
    this.#recorder = context.recorder('horizontal-pod-autoscaler')
  }

  forget(autoscaler: ApiObject): void {
    const { namespace, name } = namespacedName(autoscaler)
    const known = this.#selectors.get(namespace)
    known?.delete(name)
    if (known?.size === 0) this.#selectors.delete(namespace)
  }

  async reconcile(autoscaler: ApiObject): Promise<void> {
    const status = new AutoscalerStatus(autoscaler, this.#context.clock.now())
    const target = await this.#target(autoscaler).catch((error: unknown) => faultOf(error))
    if (!('scale' in target)) {
      this.#warn(autoscaler, 'FailedGetScale', target.message)
      const message = `the HPA controller was unable to get the target's current scale: ${target.message}`
      status.setCondition('AbleToScale', false, 'FailedGetScale', message)
      return this.#write(autoscaler, status)
    }
    const able = "the HPA controller was able to get the target's current scale"
    status.setCondition('AbleToScale', true, 'SucceededGetScale', able)
    const replicas = numberAt(target.scale, 'spec.replicas')
    const bound = boundOf(autoscaler, replicas)
    if (bound !== undefined) return this.#rescale(autoscaler, status, target, bound)
    if (replicas === 0 && minReplicasOf(autoscaler) !== 0) {
      const message = 'scaling is disabled since the replica count of the target is zero'
      status.setCondition('ScalingActive', false, 'ScalingDisabled', message)
      status.setDecision(0, 0, false)
      return this.#write(autoscaler, status)
    }
    const { metrics, fault } = this.#compute(autoscaler, status, textAt(target.scale, 'status.selector'))
    status.setMetrics(replicas, metrics)
    await this.#write(autoscaler, status)
    this.#warn(autoscaler, 'FailedComputeMetricsReplicas', fault)
  }

  /**
   * The target of an autoscaler, with its scale.
   * @throws ScalingFault for a kind that is not served or has no scale, or the StatusError of the API
   */
  async #target(autoscaler: ApiObject): Promise<Target> {
    const { namespace } = namespacedName(autoscaler)
    const { apiVersion = '', kind: kindName = '', name = '' } = targetReference(autoscaler)
    const groupVersion = parseGroupVersion(apiVersion)
    if (groupVersion === undefined) throw new ScalingFault(`unexpected GroupVersion string: ${apiVersion}`)
    const { group } = groupVersion
    const kind = this.#context.kinds.all().find((one) => one.group === group && one.kind === kindName)
    if (kind === undefined) throw new ScalingFault(`no matches for kind "${kindName}" in group "${group}"`)
    if (!kind.isScalable) throw new ScalingFault('the server could not find the requested resource')
    return { kind, scale: await this.#context.objects.scale(kind, { namespace, name }) }
  }

  async #rescale(
    autoscaler: ApiObject,
    status: AutoscalerStatus,
    { kind, scale }: Target,
    { replicas, reason }: Bound,
  ): Promise<void> {
    const before = numberAt(scale, 'spec.replicas')
    try {
      const { spec } = scale
      const changed = { ...scale, spec: { ...objectOrEmpty(spec), replicas } }
      await this.#context.objects.update(kind, changed, 'scale')
    } catch (error) {
      const { message } = faultOf(error)
      this.#warn(autoscaler, 'FailedRescale', `New size: ${replicas}; reason: ${reason}; error: ${message}`)
      const text = `the HPA controller was unable to update the target scale: ${message}`
      status.setCondition('AbleToScale', false, 'FailedUpdateScale', text)
      status.setMetrics(before, null)
      return this.#write(autoscaler, status)
    }
    const text = `the HPA controller was able to update the target scale to ${replicas}`
    status.setCondition('AbleToScale', true, 'SucceededRescale', text)
    this.#recorder.event(autoscaler, 'Normal', 'SuccessfulRescale', `New size: ${replicas}; reason: ${reason}`)
    status.setDecision(before, replicas, true)
    await this.#write(autoscaler, status)
  }

  /** Evaluates every metric; all of them fail, because no server answers the metrics APIs. */
  #compute(
    autoscaler: ApiObject,
    status: AutoscalerStatus,
    selector: string,
  ): { readonly metrics: JsonObject[] | null; readonly fault: string } {
    const refused = this.#selectorFault(autoscaler, selector)
    if (refused !== undefined) {
      this.#warn(autoscaler, refused.event, refused.message)
      status.setCondition('ScalingActive', false, refused.reason, refused.condition)
      return { metrics: null, fault: refused.message }
    }
    const { namespace } = namespacedName(autoscaler)
    const apis = {
      resource: this.#answer('metrics.{domain}'),
      external: this.#answer('external.metrics.{domain}'),
      spell: this.#context.dialect.spell,
    }
    const failures = listAt(autoscaler, 'spec.metrics')
      .filter(isObject)
      .map((metric) => metricFailure(metric, namespace, apis))
    for (const { reason, error } of failures) this.#warn(autoscaler, reason, error)
    const [first] = failures
    if (first !== undefined) {
      const message = `the HPA was unable to compute the replica count: ${first.error}`
      status.setCondition('ScalingActive', false, first.reason, message)
    }
    const count = `${failures.length} invalid out of ${failures.length}`
    return {
      metrics: failures.map(() => ({ type: '' })),
      fault: `invalid metrics (${count}), first error is: ${first?.whole ?? ''}`,
    }
  }

  /**
   * The answer of a metrics API. Reads the informer and sends no request, because the real controller has separate clients
   * for metrics, with their own rate limit.
   */
  #answer(group: string): MetricsAnswer {
    const name = `v1beta1.${this.#context.dialect.spell(group)}`
    const announced = this.#apiServices.get({ namespace: '', name })
    return announced === undefined
      ? 'the server could not find the requested resource'
      : 'the server is currently unable to handle the request'
  }

  /**
   * The fault of a target's selector, which must match only pods that no other autoscaler selects; undefined without a
   * fault.
   */
  #selectorFault(autoscaler: ApiObject, text: string): SelectorFault | undefined {
    if (text === '') {
      const condition = "the HPA target's scale is missing a selector"
      return { event: 'SelectorRequired', reason: 'InvalidSelector', message: 'selector is required', condition }
    }
    const { namespace, name } = namespacedName(autoscaler)
    const selector = compiled(text)
    if (typeof selector === 'string') {
      const message = `couldn't convert selector into a corresponding internal selector object: ${selector}`
      return { event: 'InvalidSelector', reason: 'InvalidSelector', message, condition: message }
    }
    const known = this.#selectors.get(namespace) ?? new Map<string, LabelSelector>()
    this.#selectors.set(namespace, known.set(name, selector))
    if (known.size === 1) return undefined
    const pods = [...this.#pods.list(namespace)].filter(({ metadata }) => selector(metadata?.labels))
    const controlling = [...known].filter(([, selects]) => pods.some(({ metadata }) => selects(metadata?.labels)))
    if (controlling.length < 2) return undefined
    const named = controlling.map(([other]) => `{${other} ${namespace}}`)
    const message = `pods by selector ${text} are controlled by multiple HPAs: [${named.join(' ')}]`
    return { event: 'AmbiguousSelector', reason: 'AmbiguousSelector', message, condition: message }
  }

  async #write(autoscaler: ApiObject, status: AutoscalerStatus): Promise<void> {
    const changed = status.changed()
    if (changed === undefined) return
    try {
      await this.#context.objects.update(AUTOSCALERS, changed, 'status')
    } catch (error) {
      this.#warn(autoscaler, 'FailedUpdateStatus', faultOf(error).message)
    }
  }

  #warn(autoscaler: ApiObject, reason: string, message: string): void {
    this.#recorder.event(autoscaler, 'Warning', reason, message)
  }
}

interface SelectorFault {
  readonly event: string
  readonly reason: string
  readonly message: string
  readonly condition: string
}

/** Returns an expected failure. Throws any other error again, because it is a defect of this program. */
function faultOf(error: unknown): Error {
  if (error instanceof ScalingFault || error instanceof StatusError) return error
  throw error
}

function targetReference(autoscaler: ApiObject): { apiVersion?: string; kind?: string; name?: string } {
  const reference = valueAt(autoscaler, 'spec.scaleTargetRef')
  return objectOrEmpty(reference)
}

const minReplicasOf = (autoscaler: ApiObject): number => boundedNumber(valueAt(autoscaler, 'spec.minReplicas') ?? 1)

interface Bound {
  readonly replicas: number
  readonly reason: string
}

/** The bound that a number of replicas violates; undefined within both bounds or when the target was scaled to zero. */
function boundOf(autoscaler: ApiObject, replicas: number): Bound | undefined {
  const minReplicas = minReplicasOf(autoscaler)
  const maxReplicas = numberAt(autoscaler, 'spec.maxReplicas')
  if (replicas === 0 && minReplicas !== 0) return undefined
  if (replicas > maxReplicas)
    return { replicas: maxReplicas, reason: 'Current number of replicas above Spec.MaxReplicas' }
  if (replicas < minReplicas)
    return { replicas: minReplicas, reason: 'Current number of replicas below Spec.MinReplicas' }
  return undefined
}

/** The compiled selector, or the error as a text. */
function compiled(selector: string): LabelSelector | string {
  try {
    return parseLabelSelector(selector) ?? (() => true)
  } catch (error) {
    return faultOf(error).message
  }
}
