import { andThen } from '../api/awaitable.ts'
import type { AdmissionPlugin, AdmissionRequest, AdmissionScope, Operation } from './admission.ts'

/** The admission stage of a request (SPEC: Admission stage, 2): all mutating plugins, later all validating ones. */
export interface Admission {
  /** Some plugin may change the object of requests of this scope. */
  mutates(scope: AdmissionScope): boolean
  /** May change `request.object` in place. @throws StatusError of the first plugin that refuses. */
  mutate(request: AdmissionRequest): Promise<void> | void
  validate(request: AdmissionRequest): Promise<void> | void
}

/** Told of each plugin that a request went through. */
export interface AdmissionTiming {
  elapsed(): number
  /** What is told of one plugin, in milliseconds. */
  of(plugin: string, phase: Phase, operation: Operation): (rejected: boolean, ms: number) => void
}

export type Phase = 'admit' | 'validate'

/** One plugin in one phase. */
interface Step {
  readonly stage: string
  run(request: AdmissionRequest): Promise<void> | void
  /** After the plugin is done, with what it threw. */
  done(request: AdmissionRequest, ms: number, error?: unknown): void
}

/** `plugins` in execution order. */
export function admissionChain(plugins: readonly AdmissionPlugin[], timing?: AdmissionTiming): Admission {
  const elapsed = (): number => timing?.elapsed() ?? 0

  const stepOf = (plugin: AdmissionPlugin, phase: Phase, operation: Operation): Step => {
    const took = timing?.of(plugin.name, phase, operation)
    const stage = `admission/${plugin.name}`
    const passed = phase === 'admit' ? 'admitted' : 'validated'
    return {
      stage,
      run: (request) => plugin[phase]?.(request),
      done(request, ms, error) {
        took?.(error !== undefined, ms)
        if (error === undefined) request.trace.stage(stage, passed)
        else request.trace.stage(stage, error instanceof Error ? `refused: ${error.message}` : 'refused')
      },
    }
  }

  const compiled: Record<Phase, Map<string, readonly Step[]>> = { admit: new Map(), validate: new Map() }
  /** Only the plugins that care, found once for each scope. */
  const stepsOf = (phase: Phase, scope: AdmissionScope): readonly Step[] => {
    const { operation, resource, subresource } = scope
    const key = `${operation} ${resource.group}/${resource.version}/${resource.resource}/${subresource}`
    let steps = compiled[phase].get(key)
    if (steps === undefined) {
      const caring = plugins.filter((plugin) => plugin[phase] !== undefined && plugin.handles(scope))
      steps = caring.map((plugin) => stepOf(plugin, phase, operation))
      compiled[phase].set(key, steps)
    }
    return steps
  }

  for (const plugin of plugins) {
    plugin.follow?.(() => {
      compiled.admit.clear()
      compiled.validate.clear()
    })
  }
  const reinvoking = plugins.filter(({ again }) => again !== undefined)

  /** Goes on from a step, and answers a promise only from the first that waits. */
  const run = (steps: readonly Step[], request: AdmissionRequest, from = 0): Promise<void> | void => {
    let start = elapsed()
    for (let i = from; i < steps.length; i++) {
      const step = steps[i]
      if (step === undefined) return
      try {
        const waiting = step.run(request)
        if (waiting instanceof Promise)
          return finish(waiting, step, request, start).then(() => run(steps, request, i + 1))
        const end = elapsed()
        step.done(request, end - start)
        start = end
      } catch (error) {
        step.done(request, elapsed() - start, error)
        throw error
      }
    }
  }

  const finish = async (waiting: Promise<void>, step: Step, request: AdmissionRequest, start: number) => {
    try {
      await waiting
    } catch (error) {
      step.done(request, elapsed() - start, error)
      throw error
    }
    step.done(request, elapsed() - start)
  }

  return {
    mutates: (scope) => stepsOf('admit', scope).length > 0,
    mutate: (request) =>
      andThen(run(stepsOf('admit', request), request), () => {
        if (reinvoking.some((plugin) => plugin.again?.(request))) return run(stepsOf('admit', request), request)
      }),
    validate: (request) => run(stepsOf('validate', request), request),
  }
}
