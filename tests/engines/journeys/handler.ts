import type { Journey } from './journey.ts'

const CODE =
  "export default { kind: 'webhook', service: 'default/guard', routes: { '/owner': { admission: () => ({ denied: 'by ' + new Uint8Array(3).length + ' rules' }) } } }"

const CONFIGURATION = `{
  "apiVersion": "admissionregistration.svc.io/v1", "kind": "ValidatingWebhookConfiguration", "metadata": { "name": "guard" },
  "webhooks": [{ "name": "owner.guard.example", "admissionReviewVersions": ["v1"], "sideEffects": "None",
    "clientConfig": { "url": "https://guard.default.svc/owner", "caBundle": "YW55dGhpbmc=" },
    "rules": [{ "apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["secrets"] }] }]
}`

export default {
  title: 'a handler runs in its sandbox after its text is allowed, and decides on writes',
  async run({ visit, serve }) {
    const { origin } = await serve()
    const visitor = await visit()
    await visitor.open(`${origin}/`)
    await visitor.run(`echo "${CODE}" > guard.handler.ts; echo wri''tten`)
    await visitor.sees('.xterm-rows', /written/)
    await visitor.reload()
    await visitor.sees('body', /This cluster holds code that does not run yet/)
    await visitor.click('Show the code')
    await visitor.click('Allow and run')
    await visitor.sees('body', /Running: webhook guard\.default\.svc/)
    await visitor.run(`echo '${CONFIGURATION.replaceAll('\n', '')}' | svcctl apply -f -`)
    await visitor.run('clear; svcctl create secret generic one')
    await visitor.sees('.xterm-rows', /denied the request: by 3\s+rules/)
  },
} satisfies Journey
