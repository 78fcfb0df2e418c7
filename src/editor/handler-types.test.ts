import { afterAll, beforeAll, expect, it } from 'vitest'
import { EditorState } from '@codemirror/state'
import { CompletionContext } from '@codemirror/autocomplete'
import { serverCluster, type ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { handlerCompletionSource } from './handler-completion.ts'
import { knowledgeOf } from './knowledge.ts'

let cluster: ServerCluster
beforeAll(async () => {
  cluster = await serverCluster('k8s')
  const configuration = {
    metadata: { name: 'guard' },
    webhooks: [
      {
        name: 'a.guard.example',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        clientConfig: { url: 'https://guard.default.svc/a' },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['services'] }],
      },
    ],
  }
  await cluster.handle.fetch('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(configuration),
  })
})
afterAll(() => cluster.close())

/** The labels that completion offers at the bar in the text. */
async function offered(text: string): Promise<readonly string[]> {
  const at = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', '') })
  const source = handlerCompletionSource(cluster.handle, knowledgeOf(cluster.handle))
  const result = await source(new CompletionContext(state, at, true))
  return result?.options.map(({ label }) => label) ?? []
}

const controller = (body: string): string =>
  `export default { kind: 'controller', serviceAccount: 'default/a', watch: 'apps/v1/deployments',
  async reconcile({ object }, { apply, get, list }) {
    ${body}
  } }`

it.each([
  ['object.spec.|', 'replicas'],
  ['object?.metadata.|', 'ownerReferences'],
  ['object.spec.template.spec.containers[0].|', 'image'],
  ['const { spec } = object\n spec.|', 'selector'],
  ['const pod = object.spec.template\n pod.spec.|', 'nodeSelector'],
  ['for (const one of object.spec.template.spec.containers) one.|', 'ports'],
  ['object.spec.template.spec.containers.map((one) => one.|)', 'livenessProbe'],
  ["const map = await get('v1/configmaps', 'a', 'b')\n map.|", 'data'],
  ["const all = await list('v1/secrets')\n all.find((one) => one.|)", 'stringData'],
])('completes %s in a controller', async (body, label) => {
  expect(await offered(controller(body))).toContain(label)
})

it('completes the object of a webhook by the rules of its configurations', async () => {
  const text = `export default { kind: 'webhook', service: 'default/guard',
    routes: { '/a': { admission({ object }) { object.spec.| } } } }`
  expect(await offered(text)).toContain('clusterIP')
})

it('completes the members of the API, and nothing for unknown names', async () => {
  expect(await offered(`async run(api) { await api.| }`)).toEqual(
    expect.arrayContaining(['get', 'list', 'apply', 'patch', 'status', 'delete', 'event']),
  )
  expect(await offered(controller('nothing.|'))).toEqual([])
})
