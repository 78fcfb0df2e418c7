import { expect, it } from 'vitest'
import { dialects } from '../../worker/dialect/dialect.ts'
import { breakagesOf, brokenBy } from './breakages.ts'

/** A connection that answers a GET with 200 when the path contains one of the words, else with 404, and records writes. */
function connection(...existing: string[]) {
  const sent: { readonly path: string; readonly body: unknown }[] = []
  const fetch = (path: string, init: RequestInit = {}): Promise<Response> => {
    if (init.method === undefined)
      return Promise.resolve(new Response('{}', { status: existing.some((word) => path.includes(word)) ? 200 : 404 }))
    sent.push({ path, body: JSON.parse(String(init.body)) })
    return Promise.resolve(new Response('{}'))
  }
  return { cluster: { fetch, info: { dialect: 'k8s' as const } }, sent }
}
const ref = { group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: 'web' }
const pod = (annotations: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', annotations },
})

it('breaks a pod by an annotation, and shows only that breakage as on', async () => {
  const { cluster, sent } = connection()
  const place = { cluster, dialect: dialects.k8s, ref, present: new Set<string>() }
  const ways = breakagesOf(pod({}), place)?.ways ?? []
  await ways.find(({ title }) => title === 'Slow start')?.run()
  const annotations = { 'simulated.k8s.io/outcome': 'slow-start' }
  expect(sent).toEqual([{ path: '/api/v1/namespaces/shop/pods/web', body: { metadata: { annotations } } }])
  const broken = breakagesOf(pod(annotations), place)
  expect(broken?.ways.filter(({ isOn }) => isOn).map(({ title }) => title)).toEqual(['Slow start'])
})

it('shows a breakage as on when its quota exists', async () => {
  const { cluster } = connection('resourcequotas/no-more-pods')
  const place = { cluster, dialect: dialects.k8s, ref }
  const present = await brokenBy(place)
  const ways = breakagesOf(pod({}), { ...place, present })?.ways ?? []
  expect(ways.filter(({ isOn }) => isOn).map(({ title }) => title)).toEqual(['Quota is full'])
})
