import RotateCw from '@lucide/svelte/icons/rotate-cw'
import Scaling from '@lucide/svelte/icons/scaling'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import type { Component } from 'svelte'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { ApiConnection } from '../client/api-connection.ts'
import type { ResourceType } from '../client/discovery.ts'
import { typeKey } from '../client/discovery.ts'
import { getJson } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { questions } from '../state/questions.svelte.ts'
import type { ObjectRow } from './object-table.svelte.ts'

/** A command of the client that the menu of a row types into the terminal, so that the reader sees it. */
export interface RowCommand {
  readonly label: string
  readonly icon: Component
  /** The types that it is for, as `resource.group`. */
  readonly types: readonly string[]
  /** Whether it acts on all selected rows. */
  readonly many: boolean
  /** Asks for a value of the command; undefined when the user cancels. */
  readonly ask?: (rows: Rows) => Promise<string | undefined>
  /** The words after the client's name. @param names The rows in the notation of the client, `deployment/web`. */
  words(names: string, answer: string): string
}

export interface Rows {
  readonly cluster: ClusterHandle
  readonly type: ResourceType
  readonly rows: readonly ObjectRow[]
}

const SCALED = ['deployments.apps', 'statefulsets.apps', 'replicasets.apps', 'replicationcontrollers']

const ROW_COMMANDS: readonly RowCommand[] = [
  {
    label: 'Logs',
    icon: ScrollText,
    types: ['pods', 'daemonsets.apps', 'jobs.batch', ...SCALED],
    many: false,
    words: (names) => `logs ${names}`,
  },
  {
    label: 'Scale',
    icon: Scaling,
    types: SCALED,
    many: true,
    ask: askReplicas,
    words: (names, replicas) => `scale ${names} --replicas=${replicas}`,
  },
  {
    label: 'Restart',
    icon: RotateCw,
    types: ['deployments.apps', 'statefulsets.apps', 'daemonsets.apps'],
    many: true,
    words: (names) => `rollout restart ${names}`,
  },
]

/** The commands for rows of this type. */
export const commandsFor = (type: ResourceType): readonly RowCommand[] =>
  ROW_COMMANDS.filter(({ types }) => types.some((template) => template === typeKey(type)))

/** The line that runs a command for the rows: one command for each namespace. */
export function lineOf(
  { words }: Pick<RowCommand, 'words'>,
  { cluster, type, rows }: Pick<Rows, 'type' | 'rows'> & { readonly cluster: Pick<ClusterHandle, 'info'> },
  answer = '',
): string {
  const [client] = dialects[cluster.info.dialect].cliNames
  const inNamespaces = new Map<string, string[]>()
  for (const { namespace, name } of rows) {
    const names = inNamespaces.get(namespace) ?? []
    inNamespaces.set(namespace, [...names, `${type.singular || type.resource}/${name}`])
  }
  return [...inNamespaces]
    .map(([namespace, names]) => `${client} ${words(names.join(' '), answer)} -n ${namespace}`)
    .join(' && ')
}

async function askReplicas({ cluster, type, rows }: Rows): Promise<string | undefined> {
  const [first] = rows
  const isOne = rows.length === 1 && first !== undefined
  return questions.ask({
    title: isOne ? `Scale ${first.name}` : `Scale ${rows.length} ${type.resource}`,
    body: 'The number of pods that should run. The command shows in the terminal.',
    action: 'Scale',
    text: {
      label: 'Replicas',
      value: isOne ? await replicasOf(cluster, type, first) : '',
      most: 9,
      pattern: '[0-9]+',
    },
  })
}

/** The wanted replicas of a row; empty when the server does not show them. */
async function replicasOf(
  cluster: ApiConnection,
  { group, version, resource }: ResourceType,
  { namespace, name }: ObjectRow,
): Promise<string> {
  const path = `${resourcePath({ group, version, resource, namespace, name })}/scale`
  const scale = await getJson<{ spec?: { replicas?: number } }>(cluster, path).catch(() => undefined)
  return scale === undefined ? '' : String(scale.spec?.replicas ?? 0)
}
