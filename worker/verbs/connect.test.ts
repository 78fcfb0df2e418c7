import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import type { JsonObject } from '../api/json.ts'
import { testCluster, type TestCluster } from './verbs-fixture.ts'

const containers = (...names: string[]) => names.map((name) => ({ name, image: 'i' }))
const pod = (name: string, spec: JsonObject): ApiObject => ({ kind: 'Pod', apiVersion: 'v1', metadata: { name }, spec })

let cluster: TestCluster

/** Connects to `resource/name/subresource`, and returns `204` or the code and the message of the refusal. */
async function connect(path: string, options: JsonObject = {}, upgrade = false): Promise<string> {
  const [resource = '', name = '', subresource = ''] = path.split('/')
  const target = cluster.target(resource, name, 'default', subresource)
  try {
    await cluster.verbs.connect(target, cluster.caller, options, { upgrade })
    return '204'
  } catch (error) {
    if (error instanceof StatusError) return `${error.code} ${error.message}`
    throw error
  }
}

beforeEach(async () => {
  cluster = await testCluster()
  const addresses = [
    { type: 'InternalIP', address: '10.0.0.4' },
    { type: 'Hostname', address: 'host-n' },
  ]
  await cluster.create('nodes', {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name: 'n' },
    status: { addresses },
  })
  await cluster.create('nodes', {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name: 'odd' },
    status: { addresses: [{ type: 'Other', address: '1.2.3.4' }] },
  })
  await cluster.create('nodes', { kind: 'Node', apiVersion: 'v1', metadata: { name: 'bare' } })
  await cluster.create('pods', pod('on-odd', { nodeName: 'odd', containers: containers('c') }))
  await cluster.create('pods', pod('on-bare', { nodeName: 'bare', containers: containers('c') }))
  await cluster.create('pods', pod('waiting', { containers: containers('c') }))
  await cluster.create('pods', pod('placed', { nodeName: 'n', containers: containers('c') }))
  await cluster.create('pods', pod('lost', { nodeName: 'gone', containers: containers('c') }))
  await cluster.create('pods', pod('two', { containers: containers('a', 'b'), initContainers: containers('i') }))
})

describe('connect', () => {
  it.each([
    ['pods/none/log', {}, '404 pods "none" not found'],
    ['pods/waiting/log', {}, '204'],
    ['pods/waiting/log', { container: 'x' }, '400 container x is not valid for pod waiting'],
    ['pods/two/log', { container: 'i' }, '204'],
    ['pods/two/log', {}, '400 a container name must be specified for pod two, choose one of: [i a b]'],
    [
      'pods/waiting/log',
      { tailLines: -1 },
      '422 PodLogOptions "waiting" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      'pods/waiting/log',
      { sinceSeconds: 5, sinceTime: '2024-01-01T00:00:00Z' },
      '422 PodLogOptions "waiting" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
    ['pods/lost/log', {}, '404 pods "gone" not found'],
    ['pods/none/exec', {}, '404 pods "none" not found'],
    ['pods/waiting/exec', {}, '400 pod waiting does not have a host assigned'],
    ['pods/placed/exec', {}, '400 Upgrade request required'],
    ['pods/waiting/portforward', {}, '400 pod waiting does not have a host assigned'],
    ['pods/waiting/proxy', {}, '400 address not allowed'],
    ['pods/none:80/proxy', {}, '404 pods "none" not found'],
    ['pods/:waiting:80/proxy', {}, '400 address not allowed'],
    ['pods/http:waiting/proxy', {}, '404 pods "http" not found'],
    ['pods/ftp:waiting:80/proxy', {}, '400 invalid pod request "ftp:waiting:80"'],
    ['services/a:b:c:d/proxy', {}, '400 invalid service request "a:b:c:d"'],
    ['nodes/http::80/proxy', {}, '400 invalid node request "http::80"'],
    ['services/none/proxy', {}, '404 services "none" not found'],
    ['nodes/none/proxy', {}, '404 nodes "none" not found'],
    ['pods/on-bare/log', {}, '500 no preferred addresses found; known addresses: []'],
    ['pods/on-bare/exec', {}, '500 no preferred addresses found; known addresses: []'],
    ['pods/on-bare/portforward', {}, '500 no preferred addresses found; known addresses: []'],
    ['pods/on-odd/attach', {}, '500 no preferred addresses found; known addresses: [{Other 1.2.3.4}]'],
    ['nodes/bare/proxy', {}, '500 no preferred addresses found; known addresses: []'],
    ['nodes/n/proxy', {}, '503 error trying to reach service: node n runs nothing'],
  ] as const)('%s with %j answers %s', async (path, options, answer) => {
    expect(await connect(path, options)).toBe(answer)
  })

  it('answers a valid request with an error about the missing container runtime', async () => {
    expect(await connect('pods/placed/exec', {}, true)).toMatch(
      /^500 .*error dialing backend: the nodes .* run no containers/,
    )
    expect(await connect('pods/placed/log')).toMatch(
      /^500 Get "https:\/\/host-n:10250\/containerLogs\/default\/placed\/c"/,
    )
  })
})
