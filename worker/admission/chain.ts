import type { AdmissionPlugin, AdmissionRequest, Operation } from './admission.ts'

/** The admission stage of a request (SPEC: Admission stage, 2): all mutating plugins, later all validating ones. */
export interface Admission {
  /** Some plugin may change the object of this request. */
  mutates(request: AdmissionRequest): boolean
  /** May change `request.object` in place. @throws StatusError of the first plugin that refuses. */
  mutate(request: AdmissionRequest): Promise<void>
  validate(request: AdmissionRequest): Promise<void>
}

/** Told of each plugin that a request went through, with milliseconds. */
export interface AdmissionTiming {
  elapsed(): number
  took(plugin: string, phase: Phase, operation: Operation, rejected: boolean, ms: number): void
}

export type Phase = 'admit' | 'validate'

/** `plugins` in execution order. */
export function admissionChain(plugins: readonly AdmissionPlugin[], timing?: AdmissionTiming): Admission {
  const run = async (phase: Phase, request: AdmissionRequest): Promise<void> => {
    for (const plugin of plugins) {
      if (plugin[phase] === undefined || !plugin.handles(request)) continue
      const start = timing?.elapsed() ?? 0
      const took = (rejected: boolean): void =>
        timing?.took(plugin.name, phase, request.operation, rejected, timing.elapsed() - start)
      try {
        const done = plugin[phase](request)
        // Most plugins are done at once, and an await costs more than they do.
        if (done instanceof Promise) await done
      } catch (error) {
        took(true)
        request.trace.stage(
          `admission/${plugin.name}`,
          error instanceof Error ? `refused: ${error.message}` : 'refused',
        )
        throw error
      }
      took(false)
      request.trace.stage(`admission/${plugin.name}`, phase === 'admit' ? 'admitted' : 'validated')
    }
  }
  return {
    mutates: (request) => plugins.some((plugin) => plugin.admit !== undefined && plugin.handles(request)),
    mutate: (request) => run('admit', request),
    validate: (request) => run('validate', request),
  }
}
