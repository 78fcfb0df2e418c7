import { age, integer } from '../columns.ts'
import { made } from '../notation/defaults.ts'
import { listAt } from '../path.ts'
import type { Kind } from '../resource.ts'

const webhook = {
  clientConfig: { service: { port: 443 } },
  rules: { scope: '*' },
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: made(),
  objectSelector: made(),
  timeoutSeconds: 10,
} as const

const rest = async (): Promise<Partial<Kind>> => (await import('./webhook-rules.ts')).webhookRules

const columns = [
  integer(
    'Webhooks',
    'Webhooks indicates the number of webhooks registered in this configuration',
    (configuration) => listAt(configuration, 'webhooks').length,
  ),
  age,
]

export const validatingWebhookConfigurations = {
  resource: 'admissionregistration.{domain}/validatingwebhookconfigurations',
  defaults: { webhooks: webhook },
  rest,
  behaviour: () => ({ columns }),
} satisfies Kind

export const mutatingWebhookConfigurations = {
  resource: 'admissionregistration.{domain}/mutatingwebhookconfigurations',
  defaults: { webhooks: { ...webhook, reinvocationPolicy: 'Never' } },
  rest,
  behaviour: () => ({ columns }),
} satisfies Kind
