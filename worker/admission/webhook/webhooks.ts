import type { ApiObject } from '../../api/object.ts'
import type { AdmissionRequest, AdmissionScope } from '../admission.ts'
import { readHooks } from './hooks.ts'
import { mutateByHooks, Reinvocation } from './mutating.ts'
import { hookIndex, type WebhookEnvironment } from './reviewing.ts'
import { validateByHooks } from './validating.ts'

/** The webhooks of one kind of configuration, for its plugin. */
export interface Webhooks {
  /** Whether a hook matches requests of this scope. */
  handles(scope: AdmissionScope): boolean
  admit(request: AdmissionRequest): Promise<void> | void
  /**
   * Whether the mutating plugins must run again. It returns true at most once for a request, and then the second round starts.
   */
  mustRunAgain(request: AdmissionRequest): boolean
  validate(request: AdmissionRequest): Promise<void> | void
  /** Replaces the configurations. */
  configure(configurations: readonly ApiObject[]): void
}

export function createWebhooks(environment: WebhookEnvironment): Webhooks {
  let index = hookIndex([], environment)
  const rounds = new WeakMap<AdmissionRequest, Reinvocation>()
  return {
    handles: (scope) => index.of(scope).length > 0,
    admit(request) {
      const invocations = index.of(request)
      if (invocations.length === 0) return
      const reinvocation = rounds.get(request) ?? new Reinvocation()
      rounds.set(request, reinvocation)
      return mutateByHooks(environment, invocations, request, reinvocation)
    },
    mustRunAgain(request) {
      const reinvocation = rounds.get(request)
      if (reinvocation === undefined || !reinvocation.wanted || reinvocation.round > 0) return false
      reinvocation.round = 1
      return true
    },
    validate(request) {
      const invocations = index.of(request)
      return invocations.length === 0 ? undefined : validateByHooks(environment, invocations, request)
    },
    configure(configurations) {
      index = hookIndex(readHooks(configurations), environment)
    },
  }
}
