import { lazy } from '../../api/lazy.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import type { Hook } from '../webhook/webhook.ts'
import type { AdmissionRequest } from '../admission.ts'
import type { Webhooks } from '../webhook/webhooks.ts'

/** Calls the mutating webhooks, one after the other. */
export const mutatingAdmissionWebhook = (context: AdmissionContext): AdmissionPlugin => {
  const { validate: _, ...plugin } = webhookPlugin(context, 'Mutating')
  return plugin
}

/** Calls the validating webhooks, all at once. */
export const validatingAdmissionWebhook = (context: AdmissionContext): AdmissionPlugin => {
  const { admit: _, mustRunAgain: __, ...plugin } = webhookPlugin(context, 'Validating')
  return plugin
}

/**
 * The plugin for one type of webhook configuration. Without such configurations it handles no request. The code that calls
 * webhooks loads with the first request that the plugin handles. Only this code can match requests with webhooks, so until it
 * is loaded, the plugin handles every request outside its own API group.
 */
function webhookPlugin(context: AdmissionContext, type: 'Mutating' | 'Validating') {
  const { dialect, lister } = context
  const group = dialect.spell('admissionregistration.{domain}')
  const storage = `${group}/${type.toLowerCase()}webhookconfigurations`
  let exists = false
  let webhooks: Webhooks | undefined
  let changed = (): void => undefined

  const load = lazy(async (): Promise<Webhooks> => {
    const { createWebhooks } = await import('../webhook/webhooks.ts')
    webhooks = createWebhooks({ ...context, failedOpen: failedOpen(type) })
    webhooks.configure([...lister.list(storage)])
    changed()
    return webhooks
  })

  const configure = (): void => {
    const configurations = [...lister.list(storage)]
    exists = configurations.length > 0
    webhooks?.configure(configurations)
    changed()
  }

  return {
    name: `${type}AdmissionWebhook`,
    // Webhook configurations and policies are exempt, because an administrator must be able to repair a webhook that refuses
    // everything.
    handles: (scope) => exists && scope.resource.group !== group && (webhooks?.handles(scope) ?? true),
    follow(listener) {
      changed = listener
      lister.follow(storage, configure)
    },
    admit: (request) =>
      webhooks === undefined ? load().then((loaded) => loaded.admit(request)) : webhooks.admit(request),
    mustRunAgain: (request) => webhooks?.mustRunAgain(request) ?? false,
    validate: (request) =>
      webhooks === undefined ? load().then((loaded) => loaded.validate(request)) : webhooks.validate(request),
  } satisfies AdmissionPlugin
}

const failedOpen =
  (type: 'Mutating' | 'Validating') =>
  ({ name }: Hook, { trace }: AdmissionRequest, round: number, index: number): void => {
    const phase = type === 'Mutating' ? 'mutation' : 'validating'
    trace.annotate?.(`failed-open.${phase}.webhook.admission.{domain}/round_${round}_index_${index}`, name)
  }
