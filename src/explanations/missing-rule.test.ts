import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverCluster, type ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { missingRule, ruleText } from './missing-rule.ts'

let server: ServerCluster
beforeAll(async () => {
  server = await serverCluster()
})
afterAll(() => server.close())

it.each([
  ['/api/v1/namespaces/shop/pods', 'verb list, resource pods, API group "", namespace shop'],
  ['/apis/apps/v1/deployments?watch=true', 'verb watch, resource deployments, API group apps, the whole cluster'],
  ['/api/v1/namespaces/shop/pods/a/log', 'verb get, resource pods/log, API group "", namespace shop'],
])('names what the rules of a user lack for %s', async (path, text) => {
  const response = await server.handle.fetch(path, { headers: { 'Impersonate-User': 'bob' } })
  const { message } = (await response.json()) as { message: string }
  const rule = missingRule(message)
  expect(rule?.user).toBe('bob')
  expect(rule && ruleText(rule)).toBe(text)
})

it('finds no rule in the text of another refusal', () => {
  expect(missingRule('pods "a" is forbidden: exceeded quota')).toBeUndefined()
})
