import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiServer } from './api-server.ts'
import { createApiServer } from './api-server.ts'
import { send, type Answer } from './api-server-fixture.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const GROUP = 'rbac.authorization.svc.io'
const RBAC = `/apis/${GROUP}/v1`
const tokens = 'admin-token,admin,1,system:masters\njane-token,jane,2,dev\n'

let server: ApiServer

beforeEach(async () => {
  server = await createApiServer({
    dialect: dialects.svc,
    clock: virtualClock(),
    log: memoryLog(),
    tokens,
    audiences: ['here'],
    authorizationModes: ['Node', 'RBAC'],
  })
})
afterEach(() => server.close())

/** A user name, with the headers of the request when it has some; an empty name sends no token. */
type Sender = string | { readonly user: string; readonly headers: Readonly<Record<string, string>> }

function as(sender: Sender, method: string, url: string, body?: object): Promise<Answer> {
  const { user, headers } = typeof sender === 'string' ? { user: sender, headers: {} } : sender
  const authorization: Record<string, string> = user === '' ? {} : { authorization: `Bearer ${user}-token` }
  return send(server.handle, method, url, {
    ...(body && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
  })
}

const role = (name: string, verbs: string[], resources = ['configmaps']) => ({
  metadata: { name },
  rules: [{ verbs, apiGroups: [''], resources }],
})
const binding = (name: string, kind: string, ref: string, user: string) => ({
  metadata: { name },
  roleRef: { apiGroup: GROUP, kind, name: ref },
  subjects: [{ kind: 'User', apiGroup: GROUP, name: user }],
})
const maps = '/api/v1/namespaces/default/configmaps'

async function grantJane(verbs: string[], resources?: string[]): Promise<void> {
  await as('admin', 'POST', `${RBAC}/namespaces/default/roles`, role('r', verbs, resources))
  await as('admin', 'POST', `${RBAC}/namespaces/default/rolebindings`, binding('b', 'Role', 'r', 'jane'))
}

describe('requests', () => {
  it('are refused with the reason, and allowed by a role', async () => {
    const refused = await as('jane', 'GET', maps)
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default"',
    ])
    await grantJane(['list'])
    expect((await as('jane', 'GET', maps)).status).toBe(200)
    const { items } = (await as('admin', 'GET', '/debug/requests')).json as { items: { stages: object[] }[] }
    expect(JSON.stringify(items.at(-1)?.stages)).toContain('RoleBinding \\"b/default\\" of Role \\"r\\"')
  })

  it('without credentials are allowed what unauthenticated users are allowed', async () => {
    expect((await as('', 'GET', '/healthz')).status).toBe(200)
    const refused = await as('', 'GET', '/api')
    expect(refused.json.message).toBe('forbidden: User "system:anonymous" cannot get path "/api"')
    expect((await as('jane', 'GET', '/api')).status).toBe(200)
  })

  it('that create through apply also need permission to create', async () => {
    await grantJane(['patch', 'update'])
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
    const type = { 'content-type': 'application/apply-patch+yaml' }
    const refused = await as({ user: 'jane', headers: type }, 'PATCH', `${maps}/a?fieldManager=m`, body)
    expect([refused.status, refused.json.message]).toEqual([403, 'configmaps "a" is forbidden: '])
  })
})

describe('impersonation', () => {
  const jane = { 'impersonate-user': 'jane' }

  it('gives the request the impersonated user', async () => {
    const review = '/apis/authentication.svc.io/v1/selfsubjectreviews'
    const groups = { ...jane, 'impersonate-group': 'dev, ops' }
    expect((await as({ user: 'admin', headers: groups }, 'POST', review, {})).json.status).toEqual({
      userInfo: { username: 'jane', groups: ['dev', 'ops', 'system:authenticated'] },
    })
    expect((await as({ user: 'admin', headers: jane }, 'GET', maps)).status).toBe(403)
  })

  it('needs permission', async () => {
    const refused = await as({ user: 'jane', headers: { 'impersonate-user': 'admin' } }, 'GET', maps)
    expect(refused.json.message).toBe(
      'users "admin" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster scope',
    )
    const groupOnly = await as({ user: 'admin', headers: { 'impersonate-group': 'g' } }, 'GET', '/healthz')
    expect([groupOnly.status, groupOnly.text]).toEqual([
      500,
      'Internal Server Error: "/healthz": requested [{Group  g    }] without impersonating a user\n',
    ])
  })
})

describe('escalation', () => {
  it('is refused when a role grants more than its writer has', async () => {
    await as('admin', 'POST', `${RBAC}/clusterroles`, {
      metadata: { name: 'granter' },
      rules: [{ verbs: ['*'], apiGroups: [GROUP], resources: ['roles', 'rolebindings'] }],
    })
    // `*` includes `escalate` and `bind`, which disable the check, so jane gets only the ordinary verbs.
    await as('admin', 'PUT', `${RBAC}/clusterroles/granter`, {
      metadata: { name: 'granter' },
      rules: [{ verbs: ['create', 'update'], apiGroups: [GROUP], resources: ['roles', 'rolebindings'] }],
    })
    await as('admin', 'POST', `${RBAC}/clusterrolebindings`, binding('granter', 'ClusterRole', 'granter', 'jane'))
    await grantJane(['get'])
    const roles = `${RBAC}/namespaces/default/roles`
    expect((await as('jane', 'POST', roles, role('mine', ['get']))).status).toBe(201)
    const refused = await as('jane', 'POST', roles, role('more', ['get', 'list', 'watch']))
    expect(refused.json.message).toBe(
      'roles.rbac.authorization.svc.io "more" is forbidden: user "jane" (groups=["dev" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["configmaps"], Verbs:["list" "watch"]}',
    )
    const bindings = `${RBAC}/namespaces/default/rolebindings`
    expect((await as('jane', 'POST', bindings, binding('c', 'ClusterRole', 'cluster-admin', 'jane'))).status).toBe(403)
    expect((await as('jane', 'POST', bindings, binding('c', 'Role', 'mine', 'joe'))).status).toBe(201)
    expect((await as('jane', 'POST', bindings, binding('d', 'Role', 'gone', 'joe'))).status).toBe(404)
  })
})

describe('reviews', () => {
  const access = (kind: string, spec: object, user = 'admin') =>
    as(user, 'POST', `/apis/authorization.svc.io/v1/${kind}`, { spec })

  it('report whether a user is allowed, and why', async () => {
    const resourceAttributes = { verb: 'get', group: '', resource: 'pods' }
    const of = async (spec: object) => (await access('subjectaccessreviews', spec)).json.status
    expect(await of({ user: 'jane', resourceAttributes })).toEqual({ allowed: false })
    expect(await of({ groups: ['system:masters'], resourceAttributes })).toEqual({ allowed: true })
    const path = {
      user: 'jane',
      groups: ['system:authenticated'],
      nonResourceAttributes: { verb: 'get', path: '/api' },
    }
    expect(await of(path)).toMatchObject({
      allowed: true,
      reason: expect.stringContaining('"system:discovery"') as string,
    })
    const invalid = await access('selfsubjectaccessreviews', {}, 'jane')
    expect([invalid.status, invalid.json.message]).toEqual([
      422,
      '.authorization.svc.io "" is invalid: spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ])
  })

  it('list the rules of the caller', async () => {
    await grantJane(['list'])
    const { status } = (await access('selfsubjectrulesreviews', { namespace: 'default' }, 'jane')).json
    expect(status).toMatchObject({ incomplete: false })
    expect(status).toHaveProperty(
      'resourceRules',
      expect.arrayContaining([{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }]),
    )
    expect((await access('selfsubjectrulesreviews', {}, 'jane')).json.message).toBe('no namespace on request')
  })

  it('return the user of a token', async () => {
    const review = '/apis/authentication.svc.io/v1/tokenreviews'
    const of = async (spec: object) => (await as('admin', 'POST', review, { spec })).json.status
    expect(await of({ token: 'jane-token' })).toMatchObject({
      authenticated: true,
      user: { username: 'jane' },
      audiences: ['here'],
    })
    expect(await of({ token: 'guess' })).toEqual({ user: {}, error: 'invalid bearer token' })
    expect(await of({ token: 'jane-token', audiences: ['there'] })).toEqual({ user: {}, error: 'invalid bearer token' })
    expect((await as('admin', 'POST', review, {})).json.message).toContain('token is required')
  })
})
