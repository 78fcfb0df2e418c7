import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { named, type Attack } from '../attack.ts'

/** Proxied addresses. A server that follows them would contact a program on its own machine. */
export const proxies = {
  name: 'proxies to addresses of the machine',
  expected: 'no address contacted',
  async run({ send }) {
    let contacted = 0
    const victim = createServer((_request, response) => {
      contacted += 1
      response.end('inside')
    })
    await new Promise<void>((resolve) => victim.listen(0, '127.0.0.1', resolve))
    const { port } = victim.address() as AddressInfo
    const status = {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: port } },
    }
    await send('POST', '/api/v1/nodes', { body: named('inside', { status }) })
    const spec = { type: 'ExternalName', externalName: '127.0.0.1', ports: [{ port }] }
    await send('POST', '/api/v1/namespaces/default/services', { body: named('inside', { spec }) })
    const core = '/api/v1/namespaces/default'
    for (const url of [
      '/api/v1/nodes/inside/proxy/',
      `/api/v1/nodes/inside:${port}/proxy/`,
      `/api/v1/nodes/127.0.0.1:${port}/proxy/`,
      `/api/v1/proxy/nodes/inside:${port}/`,
      `${core}/services/inside:${port}/proxy/`,
      `${core}/services/http:127.0.0.1:${port}/proxy/`,
      `${core}/pods/127.0.0.1:${port}/proxy/`,
    ])
      await send('GET', url)
    await send('DELETE', '/api/v1/nodes/inside')
    await send('DELETE', `${core}/services/inside`)
    await new Promise((resolve) => void victim.close(resolve))
    return contacted === 0 ? 'no address contacted' : `contacted ${contacted} times`
  },
} satisfies Attack
