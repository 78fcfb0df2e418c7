import { isObject, objectsIn } from '../../worker/api/json.ts'
import type { Arguments } from './arguments.ts'
import { parseArguments } from './arguments.ts'
import { findCommand } from './command-search.ts'
import type { CompletedLine, CompletionSource } from './completion-source.ts'
import { loadConfiguration } from './configuration.ts'
import { byResource } from './commands/api-resources.ts'
import type { Discovery, ResourceType } from './discovery.ts'
import { groupResource, resourcePath } from './discovery.ts'
import { globalFlags } from './global-flags.ts'
import type { Host } from './host.ts'
import { listPages } from './list-pages.ts'
import { byActivity, podOfObject } from './object-pods.ts'
import { containersOf, specOf } from './pod-specs.ts'
import { fetchTarget } from './selected-objects.ts'
import { streamTarget } from './pod-streams.ts'
import type { DiscoveryCache } from './session.ts'
import { Session } from './session.ts'

/** Objects on one page of a list. */
const PAGE = '500'
/** Milliseconds to wait for the first pod of a workload. */
const POD_TIMEOUT = 100

/** Completes types and names from the cluster, and files from the shell. */
export function clusterNames(host: Host, cache: DiscoveryCache): CompletionSource {
  const [clientName = ''] = host.dialect.cliNames
  const prefix = clientName.toUpperCase()
  /** The session of a command with the flags of the completed line. */
  const within = async <T>(line: CompletedLine, path: string, use: (session: Session) => Promise<T>): Promise<T> => {
    const call = { path: [path], ownFlags: line.own, given: line.given, pathOf }
    const session = new Session(host, call, cache)
    try {
      return await use(session)
    } finally {
      await session.close()
    }
  }
  return {
    clientName,
    isEnabled: ({ enabledBy }) => enabledBy === undefined || host.environment[`${prefix}_${enabledBy}`] === 'true',
    types: (line) =>
      within(line, 'api-resources', async (session) =>
        (await session.discovery())
          .preferred()
          .filter(({ verbs }) => verbs.includes('get'))
          .sort(byResource)
          .map(groupResource),
      ).catch(() => []),
    names: (line, types, namespace) =>
      within(line, 'get', (session) => objectNames(session, types, namespace)).catch(() => []),
    containers: (line, word) => within(line, 'get', (session) => containersOfPod(session, word)).catch(() => []),
    async entries(line, kind) {
      // As in kubectl, the commands of `config` complete entries without regard to their flag `--kubeconfig`.
      const { flags }: Arguments = line.path[0] === 'config' ? parseArguments([], globalFlags) : line.given
      const configuration = await loadConfiguration(host, flags).catch(() => undefined)
      return configuration === undefined ? [] : [...configuration[kind].keys()].sort()
    },
    async files(folder) {
      const { files } = host
      const names = await files.list(folder === '' ? '.' : folder)
      return Promise.all(
        names.map(async (name) => ((await files.kind(`${folder}${name}`)) === 'directory' ? `${name}/` : name)),
      )
    },
  }
}

const pathOf = async (words: readonly string[]): Promise<readonly string[]> => (await findCommand(words)).path

async function objectNames(session: Session, words: string, given: string | undefined): Promise<string[]> {
  const discovery = await session.discovery()
  const namespace = given ?? (await session.namespace())
  const found: string[] = []
  for (const word of words.split(',')) {
    const types = await typesOf(session, discovery, word)
    for (const type of types) for (const name of await namesOf(session, type, namespace)) found.push(name)
  }
  return found
}

async function typesOf(session: Session, discovery: Discovery, word: string): Promise<ResourceType[]> {
  const category = discovery.category(word)
  return category.length > 0 ? category : [await session.type(word)]
}

async function namesOf(session: Session, type: ResourceType, namespace: string): Promise<string[]> {
  const accept = session.host.dialect.spell(
    'application/json;as=PartialObjectMetadataList;v=v1;g=meta.{domain},application/json',
  )
  const request = { path: resourcePath(type, namespace), accept, query: { limit: PAGE } }
  const names: string[] = []
  for await (const page of listPages(await session.client(), request))
    names.push(...objectsIn(page.items).map(({ metadata }) => (isObject(metadata) ? String(metadata.name) : '')))
  return names
}

async function containersOfPod(session: Session, word: string): Promise<string[]> {
  const target = await streamTarget(session, word)
  const object = target.object ?? (await fetchTarget(session, target))
  const search = { failure: 'cannot attach to', timeout: POD_TIMEOUT, compare: byActivity }
  const { pod } = await podOfObject(session, target, object, search)
  return ['initContainers', 'containers'].flatMap((list) =>
    containersOf(specOf(pod), list).map(({ name }) => String(name)),
  )
}
