import { ANY_JSON } from '../client.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { objectFormats, outputFlag, templateFlags } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { readStatus } from '../error-answer.ts'
import { Failure, ServerError } from '../failure.ts'
import { boolean, list, text } from '../flags.ts'
import { containersOf, podSpecOf } from '../pod-specs.ts'
import { podRunningTimeout, podRunningTimeoutFlag } from '../pod-streams.ts'
import { orderedJson } from '../printers/json.ts'
import type { ObjectPrinter } from '../printers/output.ts'
import { itemsOf, objectPrinter, withoutManagedFields } from '../printers/output.ts'
import type { Session } from '../session.ts'

/** The lists that are dumped for each namespace: file name and resource type. */
const DUMPED: readonly (readonly [file: string, type: string])[] = [
  ['events', 'events.v1.'],
  ['replication-controllers', 'replicationcontrollers'],
  ['services', 'services'],
  ['daemonsets', 'daemonsets.apps'],
  ['deployments', 'deployments.apps'],
  ['replicasets', 'replicasets.apps'],
  ['pods', 'pods'],
]

export const clusterInfoDump = {
  name: 'dump',
  summary: 'Dump relevant information for debugging and diagnosis',
  description: `Print the nodes, and for each namespace its events, workloads, services, pods and logs, to standard output or into the files of a folder.

 Without a choice of namespaces: kube-system and the current one.`,
  usage: 'cluster-info dump',
  examples: [
    ['Print what the cluster holds', '{cli} cluster-info dump'],
    ['Write files of all namespaces', '{cli} cluster-info dump -A --output-directory=state'],
  ],
  flags: [
    outputFlag(objectFormats),
    ...templateFlags,
    text('output-directory', 'Folder of the files; standard output when empty or -.'),
    list('namespaces', 'The namespaces to dump, separated by commas.'),
    boolean('all-namespaces', 'Dump all namespaces and ignore --namespaces.', { short: 'A' }),
    podRunningTimeoutFlag('20s'),
  ],
  async run(session) {
    const { flags, host } = session
    const print = await listPrinter(session)
    podRunningTimeout(session)
    const extension = EXTENSIONS.get(flags.text('output') || 'json') ?? '.txt'
    const dump = (file: string, page: ApiObject): Promise<void> =>
      write(session, file + extension, (out) => print(page, out))
    await dump('nodes', await listOf(session, 'nodes'))
    for (const namespace of await namespacesOf(session)) {
      let pods: readonly ApiObject[] = []
      for (const [file, type] of DUMPED) {
        const page = await listOf(session, type, namespace)
        await dump(`${namespace}/${file}`, page)
        if (type === 'pods') pods = itemsOf(page)
      }
      for (const pod of pods) await dumpLogs(session, namespace, pod)
    }
    const folder = folderOf(session)
    if (folder !== undefined) host.stdout(`Cluster info dumped to ${folder}\n`)
  },
} satisfies Command

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['json', '.json'],
  ['yaml', '.yaml'],
])

/** The output folder; undefined for standard output. */
function folderOf({ flags }: Session): string | undefined {
  const folder = flags.text('output-directory')
  return folder === '' || folder === '-' ? undefined : folder
}

async function write(session: Session, file: string, print: (out: (text: string) => void) => void): Promise<void> {
  const folder = folderOf(session)
  if (folder === undefined) return print(session.host.stdout)
  let written = ''
  print((part) => (written += part))
  await session.host.files.write(`${folder}/${file}`, written)
}

/** The printer of all lists. JSON keeps the server's order of fields, because kubectl prints typed lists here. */
async function listPrinter({ host, flags }: Session): Promise<ObjectPrinter> {
  const output = flags.text('output')
  const other = await objectPrinter(host, flags, objectFormats)
  if (output === 'name' || (output === '' && flags.given('output')))
    return ({ apiVersion = '', kind = '' }) => {
      const version = apiVersion.slice(apiVersion.indexOf('/') + 1)
      throw new Failure(`list types are not supported by name printing: *${version}.${kind}`)
    }
  if (other !== undefined && output !== 'json') return other
  const shows = flags.boolean('show-managed-fields')
  return (page, out) => out(`${orderedJson(shows ? page : withoutManagedFields(page))}\n`)
}

async function listOf(session: Session, type: string, namespace?: string): Promise<ApiObject> {
  const client = await session.client()
  return client.json({ path: resourcePath(await session.type(type), namespace), accept: ANY_JSON })
}

async function namespacesOf(session: Session): Promise<readonly string[]> {
  const chosen = session.flags.list('namespaces')
  if (session.flags.boolean('all-namespaces'))
    return itemsOf(await listOf(session, 'namespaces')).map(({ metadata }) => metadata?.name ?? '')
  return chosen.length > 0 ? chosen : ['kube-system', await session.namespace()]
}

async function dumpLogs(session: Session, namespace: string, pod: ApiObject): Promise<void> {
  const name = pod.metadata?.name ?? ''
  const path = `${resourcePath(await session.type('pods'), namespace, name)}/log`
  const client = await session.client()
  const spec = podSpecOf({ ...pod, kind: 'Pod' }) ?? {}
  let logs = ''
  for (const container of [...containersOf(spec, 'initContainers'), ...containersOf(spec)].filter(isObject)) {
    const what = `logs for container ${String(container.name)} of pod ${namespace}/${name} ====\n`
    logs += `==== START ${what}`
    try {
      logs += await client.text({ path, query: { container: String(container.name) } })
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      // kubectl has read the body already when it looks for a message in it.
      logs += `Request log error: ${readStatus('unknown', error.status.code, { method: 'GET', path }).message}\n`
    }
    logs += `==== END ${what}`
  }
  await write(session, `${namespace}/${name}/logs.txt`, (out) => out(logs))
}
