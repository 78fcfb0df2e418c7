import type { Command } from '../command.ts'
import { outputFlag } from '../common-flags.ts'
import type { Discovery, ResourceType } from '../discovery.ts'
import { Failure, UsageError } from '../failure.ts'
import { boolean, list, text } from '../flags.ts'
import { formatGroupVersion } from '../../../worker/api/group-version.ts'
import { groupResource } from '../discovery.ts'
import { alignColumns } from '../printers/columns.ts'
import type { Session } from '../session.ts'

export const apiResources = {
  name: 'api-resources',
  summary: 'Print the supported API resources on the server',
  usage: 'api-resources [flags]',
  examples: [
    ['Print the supported API resources', '{cli} api-resources'],
    ['With more information', '{cli} api-resources -o wide'],
    ['Print the resources of one group', '{cli} api-resources --api-group=apps'],
  ],
  flags: [
    text('api-group', 'Limit to resources in the specified API group.'),
    boolean('cached', 'Use the cached list of resources if available.'),
    list('categories', 'Limit to resources that belong to the specified categories.'),
    boolean('namespaced', 'If false, only resources without namespaces; if true, only resources with namespaces.', {
      fallback: 'true',
    }),
    boolean('no-headers', "Don't print headers."),
    outputFlag(['wide', 'name']),
    text('sort-by', "Sort by 'name' or 'kind'."),
    list('verbs', 'Limit to resources that support the specified verbs.'),
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<void> {
  const { flags, args, host, cli } = session
  const output = flags.text('output')
  if (args.length > 0)
    throw new UsageError(
      `unexpected arguments: [${args.join(' ')}]`,
      `See '${cli} api-resources -h' for help and examples`,
    )
  await session.connection()
  if (output !== '' && output !== 'wide' && output !== 'name') throw new Failure(`--output ${output} is not available`)
  const sortBy = flags.text('sort-by')
  if (sortBy !== '' && sortBy !== 'name' && sortBy !== 'kind') throw new Failure('--sort-by accepts only name or kind')
  let found: Discovery | undefined
  let fault: unknown
  try {
    found = await known(session)
  } catch (error) {
    fault = error
  }
  // An empty table is printed even when discovery fails.
  const types = (found?.preferred() ?? []).filter((type) => isSelected(session, type))
  types.sort((a, b) => compare(a, b, sortBy))
  if (output === 'name') for (const type of types) host.stdout(`${groupResource(type)}\n`)
  else printTable(session, types)
  if (fault !== undefined) throw fault
}

function printTable({ flags, host }: Session, types: readonly ResourceType[]): void {
  const wide = flags.text('output') === 'wide'
  const header = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND', ...(wide ? ['VERBS', 'CATEGORIES'] : [])]
  const rows = types.map((type) => [
    type.resource,
    type.shortNames.join(','),
    formatGroupVersion(type),
    String(type.namespaced),
    type.kind,
    ...(wide ? [type.verbs.join(','), [...type.categories].sort().join(',')] : []),
  ])
  host.stdout(alignColumns(flags.boolean('no-headers') ? rows : [header, ...rows]))
}

function isSelected(session: Session, type: ResourceType): boolean {
  const { flags } = session
  return (
    (!flags.given('api-group') || type.group === flags.text('api-group')) &&
    (!flags.given('namespaced') || type.namespaced === flags.boolean('namespaced')) &&
    flags.list('verbs').every((verb) => type.verbs.includes(verb)) &&
    flags.list('categories').every((category) => type.categories.includes(category))
  )
}

const SORT_KEYS: ReadonlyMap<string, (type: ResourceType) => readonly string[]> = new Map([
  ['kind', ({ kind }) => [kind]],
  ['name', ({ resource }) => [resource]],
])

function compare(a: ResourceType, b: ResourceType, sortBy: string): number {
  const keysOf = SORT_KEYS.get(sortBy) ?? (({ group, resource }) => [group, resource])
  const [left, right] = [keysOf(a), keysOf(b)]
  const at = left.findIndex((key, index) => key !== right[index])
  if (at < 0) return 0
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1
}

/** Orders types by group, then by name. */
export const byResource = (a: ResourceType, b: ResourceType): number => compare(a, b, '')

const known = (session: Session): Promise<Discovery> =>
  session.flags.boolean('cached') ? session.discovery() : session.freshDiscovery()
