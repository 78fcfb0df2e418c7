import { expect, it } from 'vitest'
import { createApiServer } from './api-server.ts'
import { send } from './api-server-fixture.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const FLOW = '/apis/flowcontrol.svc.io/v1'

it('an answer names the flow schema and the priority level of its request', async () => {
  const tokens = 'root-token,root,1,system:masters\nann-token,ann,2,dev\n'
  const { handle, close } = await createApiServer({
    dialect: dialects.svc,
    clock: virtualClock(),
    log: memoryLog(),
    tokens,
  })
  const as = (name: string, method: string, url: string, body?: object) =>
    send(handle, method, url, {
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${name}-token`,
        'content-type': 'application/json',
      },
    })
  const uidOf = async (resource: string, name: string) =>
    (await as('root', 'GET', `${FLOW}/${resource}/${name}`)).json.metadata as unknown as { uid: string }
  const seen = async (name: string) => {
    const { headers } = await as(name, 'GET', '/api/v1/namespaces/default/pods')
    return [headers.get('x-kubernetes-pf-flowschema-uid'), headers.get('x-kubernetes-pf-prioritylevel-uid')]
  }
  const level = await uidOf('prioritylevelconfigurations', 'global-default')
  expect(await seen('root')).toEqual([
    (await uidOf('flowschemas', 'exempt')).uid,
    (await uidOf('prioritylevelconfigurations', 'exempt')).uid,
  ])
  expect(await seen('ann')).toEqual([(await uidOf('flowschemas', 'global-default')).uid, level.uid])

  const subjects = [{ kind: 'Group', group: { name: 'dev' } }]
  const resourceRules = [{ verbs: ['list'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] }]
  const spec = {
    matchingPrecedence: 50,
    priorityLevelConfiguration: { name: 'global-default' },
    rules: [{ subjects, resourceRules }],
  }
  const made = await as('root', 'POST', `${FLOW}/flowschemas`, { metadata: { name: 'dev' }, spec })
  expect(made.status).toBe(201)
  expect(await seen('ann')).toEqual([(made.json.metadata as unknown as { uid: string }).uid, level.uid])
  await close()
})
