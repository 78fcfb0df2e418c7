import { lazy } from '../api/lazy.ts'
import type { Guarding } from './param-readers.ts'
import type { WriteGuard } from './write-guard.ts'

/** Few clusters have policies. */
const readers = lazy(() => import('./param-readers.ts'))

/**
 * The write guards of policies and bindings, by storage name. The denial messages of a policy can contain values of its
 * params, so the authors of policies and bindings must be allowed to read those params themselves.
 */
export function paramGuards(guarding: Guarding): ReadonlyMap<string, WriteGuard> {
  const group = guarding.dialect.spell('admissionregistration.{domain}')
  const policies = `${group}/validatingadmissionpolicies`
  return new Map<string, WriteGuard>([
    [policies, async (write) => (await readers()).policyGuard(guarding, group)(write)],
    [
      `${group}/validatingadmissionpolicybindings`,
      async (write) => (await readers()).bindingGuard(guarding, { group, policies })(write),
    ],
  ])
}
