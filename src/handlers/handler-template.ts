import type { DocumentFiles } from '../contracts/documents.ts'
import { dialects, type DialectName } from '../../worker/dialect/dialect.ts'

const CODE = `export default {
  kind: 'webhook',
  service: 'default/guard',
  routes: {
    '/owner': {
      admission({ object }) {
        if (object?.metadata.labels?.owner) return
        return { denied: 'every ConfigMap needs the label owner' }
      },
    },
  },
}
`

const manifest = (group: string, label: string): string => `apiVersion: v1
kind: Service
metadata:
  name: guard
  namespace: default
spec:
  ports:
    - port: 443
---
apiVersion: ${group}/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: guard
webhooks:
  - name: owner.guard.example
    admissionReviewVersions: [v1]
    sideEffects: None
    timeoutSeconds: 5
    clientConfig:
      service: { namespace: default, name: guard, path: /owner }
      # The CA of the webhook's certificate. A handler has no certificate, so any text is accepted.
      caBundle: YW55dGhpbmc=
    namespaceSelector:
      matchLabels: { ${label}: default }
    rules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE]
        resources: [configmaps]
`

/** Writes a webhook and the manifest that names it, unless the files exist, and opens the code. */
export function newHandler(documents: DocumentFiles, dialect: DialectName): void {
  const { spell } = dialects[dialect]
  const text = manifest(spell('admissionregistration.{domain}'), spell('{labels}/metadata.name'))
  if (documents.read('guard.yaml') === undefined) documents.write('guard.yaml', text)
  if (documents.read('guard.handler.ts') === undefined) documents.write('guard.handler.ts', CODE)
  documents.open('guard.handler.ts')
}
