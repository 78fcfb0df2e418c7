import { andThen } from '../runtime/awaitable.ts'
import type { ApiObject } from '../api/object.ts'
import type { AdmissionPlugin, AdmissionRequest, AdmissionScope, Operation } from './admission.ts'
import { copyBefore } from './copied-object.ts'

/** The admission stage of a request (reference/admission.md 1): all mutating plugins, later all validating ones. */
export interface Admission {
  /** Whether a plugin may change the object of requests of this scope. */
  mutates(scope: AdmissionScope): boolean
  /** May change `request.object` in place. @throws StatusError of the first plugin that refuses. */
  mutate(request: AdmissionRequest): Promise<void> | void
  validate(request: AdmissionRequest): Promise<void> | void
}

/** Measures the plugins that a request passes. */
export interface AdmissionTiming {
  elapsed(): number
  /** The function to call after each run of the plugin, with its duration in milliseconds. */
  of(plugin: string, phase: Phase, operation: Operation): (rejected: boolean, ms: number) => void
}

export type Phase = 'admit' | 'validate'

/** One plugin in one phase. */
interface Step {
  readonly stage: string
  readonly mutates: boolean
  run(request: AdmissionRequest): Promise<void> | void
  /**
   * Records in the trace and the metrics that the step has admitted the request.
   * @param before a copy of the object before the step; undefined unless the trace records changes
   */
  passed(request: AdmissionRequest, times: Times, before: ApiObject | undefined): void
  refused(request: AdmissionRequest, times: Times, error: unknown): void
}

/** Times of the clock's `elapsed`, in milliseconds. */
type Times = readonly [start: number, end: number]

/** The steps of requests of one scope, cached by resource. */
interface Compiled {
  readonly phase: Phase
  readonly operation: Operation
  readonly subresource: string
  readonly steps: readonly Step[]
}

/** The admission stage of the plugins. @param plugins in execution order */
export function admissionChain(plugins: readonly AdmissionPlugin[], timing?: AdmissionTiming): Admission {
  const elapsed = (): number => timing?.elapsed() ?? 0

  let compiled = new WeakMap<AdmissionScope['resource'], Compiled[]>()
  /** The steps of the plugins that handle the scope, found once for each scope. */
  const stepsOf = (phase: Phase, scope: AdmissionScope): readonly Step[] => {
    const { operation, resource, subresource } = scope
    let cached = compiled.get(resource)
    if (cached === undefined) compiled.set(resource, (cached = []))
    for (const one of cached) {
      if (one.phase === phase && one.operation === operation && one.subresource === subresource) return one.steps
    }
    const handling = plugins.filter((plugin) => plugin[phase] !== undefined && plugin.handles(scope))
    const steps = handling.map((plugin) => admissionStep(plugin, { phase, operation }, timing))
    cached.push({ phase, operation, subresource, steps })
    return steps
  }

  for (const plugin of plugins) plugin.follow?.(() => void (compiled = new WeakMap()))
  const reinvoking = plugins.filter(({ mustRunAgain }) => mustRunAgain !== undefined)

  /** Runs the steps from an index on; returns a promise only after a step has returned one. */
  const run = (steps: readonly Step[], request: AdmissionRequest, from = 0): Promise<void> | void => {
    let start = elapsed()
    for (let i = from; i < steps.length; i++) {
      const step = steps[i]
      if (step === undefined) return
      const before = step.mutates ? copyBefore(request.trace, request.object) : undefined
      try {
        const waiting = step.run(request)
        if (waiting instanceof Promise)
          return finish(waiting, step, request, { start, before }).then(() => run(steps, request, i + 1))
      } catch (error) {
        step.refused(request, [start, elapsed()], error)
        throw error
      }
      const end = elapsed()
      step.passed(request, [start, end], before)
      start = end
    }
  }

  const finish = async (
    waiting: Promise<void>,
    step: Step,
    request: AdmissionRequest,
    { start, before }: { readonly start: number; readonly before: ApiObject | undefined },
  ) => {
    try {
      await waiting
    } catch (error) {
      step.refused(request, [start, elapsed()], error)
      throw error
    }
    step.passed(request, [start, elapsed()], before)
  }

  return {
    mutates: (scope) => stepsOf('admit', scope).length > 0,
    mutate: (request) =>
      andThen(run(stepsOf('admit', request), request), () => {
        if (reinvoking.some((plugin) => plugin.mustRunAgain?.(request))) return run(stepsOf('admit', request), request)
      }),
    validate: (request) => run(stepsOf('validate', request), request),
  }
}

function admissionStep(
  plugin: AdmissionPlugin,
  scope: Pick<Compiled, 'phase' | 'operation'>,
  timing?: AdmissionTiming,
): Step {
  const { phase, operation } = scope
  /** Returns the time for the trace. Without `timing` it returns undefined, and the trace uses its own clock. */
  const traced = (at: number): number | undefined => (timing === undefined ? undefined : at)
  const took = timing?.of(plugin.name, phase, operation)
  const stage = `admission/${plugin.name}`
  const message = phase === 'admit' ? 'admitted' : 'validated'
  return {
    stage,
    mutates: phase === 'admit',
    run: (request) => plugin[phase]?.(request),
    passed({ trace, object }, [start, end], before) {
      took?.(false, end - start)
      const detail = before && object && trace.changedBy?.(before, object)
      trace.stage(stage, message, detail, traced(end))
    },
    refused(request, [start, end], error) {
      took?.(true, end - start)
      const why = error instanceof Error ? `refused: ${error.message}` : 'refused'
      request.trace.stage(stage, why, undefined, traced(end))
    },
  }
}
