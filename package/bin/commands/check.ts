import { nodeHost } from '../../../serve/client-host.ts'
import { runCli } from '../../../src/cli/cli.ts'
import { objectsOf } from '../../../src/cli/documents.ts'
import { Failure } from '../../../src/cli/failure.ts'
import type { Host } from '../../../src/cli/host.ts'
import { headerPairs } from '../../../src/client/header-pairs.ts'
import { awaitDefinitions } from '../../../src/client/served-type.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import type { Cluster } from '../../server/cluster.ts'
import { createCluster } from '../../server/create-cluster.ts'
import { readManifestFiles, type ManifestFile } from '../manifest-files.ts'
import { UsageError, type Program } from '../program.ts'

/** The server that the client addresses; requests go to the cluster in this process. */
const SERVER = 'http://tabplane.invalid'
const APPLIED = / serverside-applied$/gm

/**
 * Applies manifests to a fresh cluster, which checks them as a server does: by schemas, rules, defaults, admission, and custom
 * resources with their CEL rules. Definitions and namespaces are applied before the rest.
 */
export const check = {
  async run(args) {
    const flag = args.find((arg) => arg.startsWith('-'))
    if (flag !== undefined) throw new UsageError(`unknown flag ${flag}`)
    if (args.length === 0) throw new UsageError('name the files to check')
    const files = await readManifestFiles(args)
    const cluster = await createCluster({ authorization: 'AlwaysAllow', controllers: ['-*'] })
    try {
      await prepare(cluster, files)
      let code = 0
      for (const file of files) code = Math.max(code, await apply(cluster, file))
      return code
    } finally {
      await cluster.close()
    }
  },
} satisfies Program

/** Creates the namespaces that manifests name, and the definitions that they contain. */
async function prepare(cluster: Cluster, files: readonly ManifestFile[]): Promise<void> {
  const objects: ApiObject[] = []
  for (const { path, text } of files) objects.push(...(await readable(path, text)))
  const namespaces = new Set(objects.map(({ metadata }) => metadata?.namespace ?? '').filter(Boolean))
  const first = objects.filter(({ kind }) => kind === 'CustomResourceDefinition' || kind === 'Namespace')
  const items = [...[...namespaces].map(namespaceObject), ...first]
  if (items.length === 0) return
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
  // A refused definition is reported with its file.
  await runCli(['apply', '--server-side', '-f', '-', '--server', SERVER], silent(cluster, list))
  await awaitDefinitions({ fetch: (path, init) => cluster.fetch(path, init), info: { dialect: 'k8s' } })
}

const namespaceObject = (name: string): ApiObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

/** The objects before the first mistake. The client reports the mistake when it applies the file. */
async function readable(source: string, text: string): Promise<ApiObject[]> {
  const objects: ApiObject[] = []
  try {
    for await (const { object } of objectsOf(source, text)) objects.push(object)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
  return objects
}

const apply = (cluster: Cluster, { path, text }: ManifestFile): Promise<number> =>
  runCli(['apply', '--server-side', '--validate=strict', '-f', '-', '--server', SERVER], {
    ...silent(cluster, text),
    stdout: (lines) => void process.stdout.write(lines.replaceAll(APPLIED, ' is valid')),
    stderr: (lines) => void process.stderr.write(`${path}: ${lines}`),
  })

function silent(cluster: Cluster, input: string): Host {
  return {
    ...nodeHost({ directory: process.cwd(), environment: {}, stderr: () => undefined }),
    cacheDirectory: undefined,
    dialect: dialects.k8s,
    environment: {},
    signal: new AbortController().signal,
    columns: 80,
    stdout: () => undefined,
    stderr: () => undefined,
    stdin: () => Promise.resolve(input),
    fetch: ({ url, method, headers, body, signal }) =>
      cluster.fetch(url, { method, headers: headerPairs(headers), signal, ...(body !== undefined && { body }) }),
  }
}
