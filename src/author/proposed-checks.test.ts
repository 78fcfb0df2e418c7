import { describe, expect, it } from 'vitest'
import type { DescribedRequest } from './proposed-checks.ts'
import { proposeChecks } from './proposed-checks.ts'

const request = (more: Partial<DescribedRequest>): DescribedRequest => ({
  method: 'GET',
  url: '/api/v1/namespaces/shop/pods',
  status: 200,
  user: 'admin',
  actingAs: '',
  ...more,
})

const patch = (url: string, body: object, type = 'application/strategic-merge-patch+json') =>
  request({ method: 'PATCH', url, request: { headers: [['content-type', type]], body: body as never } })

const expressions = (...requests: readonly DescribedRequest[]) =>
  proposeChecks('kubectl do it', requests).map(({ expr }) => expr)

const WEB = '/apis/apps/v1/namespaces/shop/deployments/web'

describe('the proposed check of an action', () => {
  it('tests that a created object exists, and takes the name from the answer', () => {
    const response = { headers: [], body: { metadata: { name: 'web' } } } as const
    const url = '/apis/apps/v1/namespaces/shop/deployments'
    expect(proposeChecks(undefined, [request({ method: 'POST', url, status: 201, response })])).toEqual([
      {
        name: 'deployments-web-exists',
        title: 'web exists',
        expr: `object('apps/deployments', 'shop', 'web').hasValue()`,
      },
    ])
  })

  it('tests the field that a patch sets', () => {
    expect(expressions(patch(`${WEB}/scale`, { spec: { replicas: 3 } }))).toEqual([
      `object('apps/deployments', 'shop', 'web').value().spec.replicas == 3`,
    ])
    expect(expressions(patch('/api/v1/nodes/n', { metadata: { labels: { 'a.example/b': "it's" } } }))).toEqual([
      `object('nodes', 'n').value().metadata.labels['a.example/b'] == 'it\\'s'`,
    ])
    const containers = { $order: 1, containers: [{ name: 'web', image: 'web:2' }] }
    expect(expressions(patch(WEB, { spec: { template: { spec: containers } } }))).toEqual([
      `object('apps/deployments', 'shop', 'web').value().spec.template.spec.containers` +
        `.exists(i, i.name == 'web' && i.image == 'web:2')`,
    ])
  })

  it('tests the request when the changed field is unknown', () => {
    expect(expressions(patch(WEB, { spec: { replicas: 3 } }, 'application/apply-patch+yaml'))).toEqual([
      `requests.exists(r, r.verb == 'patch' && r.resource == 'deployments' && r.name == 'web' && r.code == 200)`,
    ])
  })

  it('tests that a deleted object does not exist', () => {
    expect(expressions(request({ method: 'DELETE', url: '/api/v1/namespaces/shop/secrets/s' }))).toEqual([
      `!object('secrets', 'shop', 's').hasValue()`,
    ])
  })

  it('tests the refusal and its caller', () => {
    expect(expressions(request({ status: 403, actingAs: 'alice' }))).toEqual([
      `requests.exists(r, r.verb == 'list' && r.resource == 'pods' && r.user == 'alice' && r.code == 403)`,
    ])
  })

  it('tests the command when it only read', () => {
    expect(expressions(request({}), request({ url: '/apis', status: 200 }))).toEqual([
      `commands.exists(c, c.line.startsWith('kubectl do it') && c.code == 0)`,
    ])
    expect(proposeChecks(undefined, [request({})])).toEqual([])
  })
})
