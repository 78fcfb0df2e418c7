import { lazy } from '../../api/lazy.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import type { Policies } from '../policy/policies.ts'

const EXEMPT: ReadonlySet<string> = new Set([
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'validatingwebhookconfigurations',
  'mutatingwebhookconfigurations',
])
const REVIEWED: ReadonlySet<string> = new Set(['authentication.{domain}', 'authorization.{domain}'])

/**
 * Evaluates the policies of the cluster. Without policies it handles no request. The evaluation code loads with the first
 * request that the plugin handles.
 */
export function validatingAdmissionPolicy(context: AdmissionContext) {
  const { dialect, lister } = context
  const group = dialect.spell('admissionregistration.{domain}')
  const reviewed = new Set([...REVIEWED].map(dialect.spell))
  const storage = `${group}/validatingadmissionpolicies`
  const ofBindings = `${group}/validatingadmissionpolicybindings`
  let exists = false
  let policies: Policies | undefined
  let changed = (): void => undefined

  const configure = (): void => {
    const objects = [...lister.list(storage)]
    exists = objects.length > 0
    policies?.configure(objects, [...lister.list(ofBindings)])
    changed()
  }

  const load = lazy(async (): Promise<Policies> => {
    const { createPolicies } = await import('../policy/policies.ts')
    policies = createPolicies(context)
    configure()
    return policies
  })

  return {
    name: 'ValidatingAdmissionPolicy',
    // Webhook configurations and policies are exempt, because an administrator must be able to repair a policy that refuses
    // everything. Reviews are also exempt.
    handles: ({ resource }) =>
      exists && !(resource.group === group && EXEMPT.has(resource.resource)) && !reviewed.has(resource.group),
    follow(listener) {
      changed = listener
      lister.follow(storage, configure)
      lister.follow(ofBindings, configure)
    },
    async validate(request) {
      const { validate } = policies ?? (await load())
      await validate(request)
    },
  } satisfies AdmissionPlugin
}
