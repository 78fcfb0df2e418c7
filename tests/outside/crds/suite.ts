import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { splitDocuments } from '../../../src/cli/documents.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { isObject } from '../../../worker/api/json.ts'
import { httpClient } from '../../conformance/http-client.ts'
import { moduleFolder } from '../go-modules.ts'
import type { OutsideSuite } from '../outside-suite.ts'
import { serveCluster } from '../served-cluster.ts'

/** Modules with definitions of custom resources, and the folders of the definitions. */
const MODULES: readonly (readonly [module: string, folder: string])[] = [
  ['sigs.k8s.io/gateway-api@v1.1.0', 'config/crd/experimental'],
  ['sigs.k8s.io/cluster-api@v1.7.9', 'config/crd/bases'],
  ['github.com/prometheus-operator/prometheus-operator@v0.76.2', 'example/prometheus-operator-crd'],
  ['github.com/kubernetes-csi/external-snapshotter/client/v8@v8.0.0', 'config/crd'],
  ['github.com/fluxcd/source-controller@v1.3.0', 'config/crd/bases'],
  ['github.com/external-secrets/external-secrets@v0.10.0', 'config/crds/bases'],
  ['github.com/crossplane/crossplane@v1.16.0', 'cluster/crds'],
]

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const ESTABLISHED_MS = 5000
const POLL_MS = 20

type Send = (method: string, path: string, body?: object) => Promise<{ status: number; json: ApiObject }>

/** The definitions in the files below a folder. */
async function definitions(folder: string): Promise<ApiObject[]> {
  const found: ApiObject[] = []
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const file = path.join(folder, name)
    if (!/\.ya?ml$/.test(name) || !statSync(file).isFile()) continue
    for (const text of splitDocuments(readFileSync(file, 'utf8'))) {
      const { value } = await readYaml(text)
      if (isObject(value) && value.kind === 'CustomResourceDefinition') found.push(value)
    }
  }
  return found
}

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

/** Creates the definitions of other projects and reads lists of their resources. */
export const crds: OutsideSuite = {
  name: 'crds',
  needs: ['go'],
  expected: new URL('known-differences.txt', import.meta.url),
  async run(words) {
    const faults = new Map<string, string>()
    for (const [module, folder] of MODULES.filter(([each]) => words.length === 0 || words.includes(each))) {
      const cluster = await serveCluster('certs')
      const client = httpClient(cluster.url)
      const send: Send = async (method, target, body) => {
        const headers = { 'Content-Type': 'application/json' }
        const answer = await client.send({ method, path: target, headers, body: body && JSON.stringify(body) })
        // A path that is not served yet answers with plain text.
        const text = answer.body.toString('utf8')
        return { status: answer.status, json: text.startsWith('{') ? (JSON.parse(text) as ApiObject) : {} }
      }
      for (const definition of await definitions(path.join(await moduleFolder(module), folder)))
        faults.set(`${module} ${definition.metadata?.name ?? ''}`, await fault(send, definition))
      await cluster.stop()
    }
    return { faults, isWhole: words.length === 0 }
  },
}
