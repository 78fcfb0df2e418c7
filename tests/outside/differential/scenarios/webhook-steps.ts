import type { Hook } from '../../../conformance/webhook-reply.ts'
import type { Step } from '../../../conformance/case.ts'
import { groupPath, post } from './steps.ts'

type Members = Record<string, unknown>

const API = '/apis/admissionregistration.k8s.io/v1'
export const LEASES = `${groupPath('coordination.k8s.io', 'v1')}/leases`
export const OWN = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${ns}' } } }
export const EVERY = { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'] }

/** A webhook of the hook `/NAME` for the namespace of the case. */
export const webhook = (name: string, more: Members = {}): Members => ({
  name: `${name}.o.io`,
  clientConfig: { url: `\${hookUrl}/${name}`, caBundle: '${caBundle}' },
  rules: [{ ...EVERY, resources: ['configmaps'] }],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...OWN,
  ...more,
})

/** The hook of the webhook that `configured` adds. */
export const READY: Hook = {
  path: '/ready',
  respond: { review: { allowed: false, status: { code: 403, message: 'ready' } } },
}

/** Makes a configuration and waits until the server follows it. */
export function configured(
  kind: 'validating' | 'mutating',
  name: string,
  webhooks: readonly Members[],
): readonly Step[] {
  const ready = webhook('ready', {
    rules: [{ apiGroups: ['coordination.k8s.io'], apiVersions: ['*'], operations: ['CREATE'], resources: ['leases'] }],
    objectSelector: { matchLabels: { ready: name } },
  })
  return [
    post(`${API}/${kind}webhookconfigurations`, { metadata: { name }, webhooks: [...webhooks, ready] }),
    post(
      `${LEASES}?dryRun=All`,
      { metadata: { name: 'probe', labels: { ready: name } } },
      { until: { equals: 403, ms: 8000 }, ignore: true },
    ),
    { hookReset: true },
  ]
}

export const cleanupOf = (kind: string, name: string): string => `${API}/${kind}webhookconfigurations/${name}`
