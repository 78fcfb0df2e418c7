import { named, type Attack } from '../attack.ts'

const items = <T>(item: (index: number) => T): T[] => Array.from({ length: 10_000 }, (_, index) => item(index))

const deployment = (spec: object): object => ({
  selector: { matchLabels: { app: 'a' } },
  template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } },
})

/** Long lists in which validation compares the items with each other. */
export const largeLists = {
  name: 'lists of 10,000 items',
  expected: 'answered',
  async run({ send }) {
    const ownerReferences = items((i) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: `${i}` }))
    const taints = items((i) => ({ key: `k${i}`, effect: 'NoSchedule' }))
    const volumeMounts = items((i) => ({ name: 'v', mountPath: `/${i}` }))
    const containers = [{ name: 'c', image: 'i', volumeMounts }]
    const tolerations = items((i) => ({ key: `k${i}`, operator: 'Exists' }))
    const answers = [
      await send('POST', '/apis/node.k8s.io/v1/runtimeclasses?dryRun=All', {
        body: named('l', { handler: 'h', scheduling: { tolerations } }),
      }),
      await send('POST', '/api/v1/namespaces/default/configmaps?dryRun=All', {
        body: { metadata: { name: 'l', ownerReferences } },
      }),
      await send('POST', '/api/v1/nodes?dryRun=All', { body: named('l', { spec: { taints } }) }),
      await send('POST', '/apis/apps/v1/namespaces/default/deployments?dryRun=All', {
        body: named('l', { spec: deployment({ containers }) }),
      }),
    ]
    const wrong = answers.filter(({ status }) => status >= 500)
    return wrong.length === 0 ? 'answered' : wrong.map(({ status }) => status).join(', ')
  },
} satisfies Attack
