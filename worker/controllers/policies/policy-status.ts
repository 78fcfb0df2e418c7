import type { ApiObject } from '../../api/object.ts'
import { lazy } from '../../api/lazy.ts'
import { integerAt } from '../../resources/path.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'

const POLICIES = { group: 'admissionregistration.{domain}', version: 'v1', resource: 'validatingadmissionpolicies' }
const FIELD_MANAGER = 'validatingadmissionpolicy-status'

/** Writes the type faults of a policy's expressions into its status. */
export const policyStatus = {
  name: 'validatingadmissionpolicy-status-controller',
  open: policyStatusController,
} satisfies ManagerController

const checking = lazy(() => import('./type-checking.ts'))

function policyStatusController(context: ManagerContext): Controller {
  const { client, clock, catalog } = context
  let end: (() => void) | undefined

  return {
    needs: [POLICIES],
    async start() {
      const policies = context.informer(POLICIES)
      const queue = context.queue(async (key) => {
        const policy = policies.get(splitKey(key))
        if (policy === undefined || isChecked(policy)) return
        const { checkTypes } = await checking()
        const warnings = checkTypes(policy, catalog, (clock.now() % 1000) * 1_000_000)
        const { kind, apiVersion, metadata: { name = '', generation = 0 } = {} } = policy
        const typeChecking = warnings.length === 0 ? {} : { expressionWarnings: warnings }
        const status = { observedGeneration: generation, typeChecking }
        await client.applyStatus(POLICIES, { kind, apiVersion, metadata: { name }, status }, FIELD_MANAGER)
      })
      const changed = (policy: ApiObject): void => queue.add(keyOf(policy))
      end = policies.addEventHandler({ added: changed, updated: changed })
      await policies.synced
    },
    stop: () => end?.(),
  }
}

const isChecked = (policy: ApiObject): boolean =>
  (policy.metadata?.generation ?? 0) <= integerAt(policy, 'status.observedGeneration')
