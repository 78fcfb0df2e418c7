import type { AdmissionPlugin, AdmissionRequest } from './admission.ts'

/** The admission stage of a request (SPEC: Admission stage, 2): all mutating plugins, later all validating ones. */
export interface Admission {
  /** Some plugin may change the object of this request. */
  mutates(request: AdmissionRequest): boolean
  /** May change `request.object` in place. @throws StatusError of the first plugin that refuses. */
  mutate(request: AdmissionRequest): Promise<void>
  validate(request: AdmissionRequest): Promise<void>
}

/** `plugins` in execution order. */
export function admissionChain(plugins: readonly AdmissionPlugin[]): Admission {
  const run = async (phase: 'admit' | 'validate', request: AdmissionRequest): Promise<void> => {
    for (const plugin of plugins) {
      if (plugin[phase] === undefined || !plugin.handles(request)) continue
      try {
        await plugin[phase](request)
      } catch (error) {
        request.trace.stage(
          `admission/${plugin.name}`,
          error instanceof Error ? `refused: ${error.message}` : 'refused',
        )
        throw error
      }
      request.trace.stage(`admission/${plugin.name}`, phase === 'admit' ? 'admitted' : 'validated')
    }
  }
  return {
    mutates: (request) => plugins.some((plugin) => plugin.admit !== undefined && plugin.handles(request)),
    mutate: (request) => run('admit', request),
    validate: (request) => run('validate', request),
  }
}
