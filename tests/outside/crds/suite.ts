import { setTimeout as delay } from 'node:timers/promises'
import type { ApiObject } from '../../../worker/api/object.ts'
import { httpClient } from '../../conformance/http-client.ts'
import type { OutsideSuite } from '../outside-suite.ts'
import { serveCluster } from '../served-cluster.ts'
import { publishedModules } from './modules.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const ESTABLISHED_MS = 5000
const POLL_MS = 20

type Send = (method: string, path: string, body?: object) => Promise<{ status: number; json: ApiObject }>

/** Creates a definition and reads its list when it is established. Returns the fault. */
async function fault(send: Send, definition: ApiObject): Promise<string> {
  const name = definition.metadata?.name ?? ''
  const created = await send('POST', DEFINITIONS, definition)
  if (created.status !== 201) return String(created.json.message)
  const {
    group = '',
    names,
    versions,
  } = definition.spec as {
    group?: string
    names: { plural: string }
    versions: { name: string; served: boolean }[]
  }
  const served = versions.find((version) => version.served)
  if (served === undefined) return ''
  for (const end = Date.now() + ESTABLISHED_MS; ; await delay(POLL_MS)) {
    const { status } = await send('GET', `/apis/${group}/${served.name}/${names.plural}`)
    if (status === 200) return ''
    if (Date.now() > end) return `${name} is not served ${ESTABLISHED_MS} ms after it was created`
  }
}

/**
 * npm run outside -- crds [NAME ...]: creates the definitions of other projects and reads lists of their resources. NAME is
 * a part of a module's path.
 */
export const crds: OutsideSuite = {
  name: 'crds',
  needs: ['go'],
  expected: new URL('known-differences.txt', import.meta.url),
  async run(words) {
    const faults = new Map<string, string>()
    for (const { module, definitions } of publishedModules(words)) {
      const cluster = await serveCluster('certs')
      const client = httpClient(cluster.url)
      const send: Send = async (method, target, body) => {
        const headers = { 'Content-Type': 'application/json' }
        const answer = await client.send({ method, path: target, headers, body: body && JSON.stringify(body) })
        // A path that is not served yet answers with plain text.
        const text = answer.body.toString('utf8')
        return { status: answer.status, json: text.startsWith('{') ? (JSON.parse(text) as ApiObject) : {} }
      }
      for (const definition of await definitions())
        faults.set(`${module} ${definition.metadata?.name ?? ''}`, await fault(send, definition))
      await cluster.stop()
    }
    return { faults, isWhole: words.length === 0 }
  },
}
