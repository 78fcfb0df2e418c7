import { goSorted } from '../go-sort.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn } from '../../../worker/api/json.ts'
import { formatGroupVersion } from '../../../worker/api/group-version.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { allNamespacesFlag, chunkSizeFlag, objectFormats, printFlags } from '../common-flags.ts'
import { NoSuchType, resourcePath } from '../discovery.ts'
import { ageOf, seenAt } from '../events.ts'
import { dropFailure, BareFailure, Failure } from '../failure.ts'
import { boolean, list, text } from '../flags.ts'
import { listPages } from '../list-pages.ts'
import { alignColumns } from '../printers/columns.ts'
import type { ObjectPrinter } from '../printers/output.ts'
import { escapeControls } from '../escape-controls.ts'
import type { Session } from '../session.ts'
import { typedPrinter } from '../typed-objects.ts'

const EVENTS = { group: '', version: 'v1', resource: 'events', namespaced: true } as const

export const events = {
  name: 'events',
  summary: 'List events',
  usage: 'events [--for TYPE/NAME] [--types=Normal,Warning]',
  examples: [
    ['Recent events here', '{cli} events'],
    ['Events about one object', '{cli} events --for pod/web'],
  ],
  flags: [
    allNamespacesFlag,
    chunkSizeFlag,
    text('for', 'Only events about this object: TYPE/NAME.'),
    boolean('no-headers', "Don't print headers."),
    ...printFlags,
    list('types', 'Only events of these types.'),
    boolean('watch', 'After listing the events, watch for more.', { short: 'w' }),
  ],
  async run(session) {
    const { flags, host } = session
    const all = flags.boolean('all-namespaces')
    await session.namespace()
    const fieldSelector = await objectSelector(session)
    const printer = (await typedPrinter(host, flags, objectFormats)) ?? tablePrinter(session)
    const types = flags.list('types').map((type) => type.toLowerCase())
    if (types.some((type) => type !== 'normal' && type !== 'warning'))
      throw new Failure('valid --types are Normal or Warning')
    const hasSelectedType = ({ type }: JsonObject): boolean =>
      types.length === 0 || types.includes(String(type).toLowerCase())
    const print = (object: ApiObject): void => dropFailure(() => printer(object, (text) => host.stdout(text)))
    const client = await session.client()
    const path = resourcePath(EVENTS, all ? undefined : await session.namespace())
    if (flags.boolean('watch')) {
      for await (const { type, object } of client.watch({ path, query: { fieldSelector } }))
        if (type !== 'DELETED' && hasSelectedType(object)) print({ kind: 'Event', apiVersion: 'v1', ...object })
      return
    }
    const found: ApiObject[] = []
    for await (const { items } of listPages(client, { path, query: { limit: '500', fieldSelector } }))
      for (const event of objectsIn(items).filter(hasSelectedType))
        found.push({ kind: 'Event', apiVersion: 'v1', ...event })
    if (found.length === 0)
      return host.stderr(all ? 'No events found.\n' : `No events found in ${await session.namespace()} namespace.\n`)
    // With `-o name`, kubectl fails to print a typed list, and drops that failure.
    if (flags.text('output') !== 'name')
      print({
        kind: 'EventList',
        apiVersion: 'v1',
        metadata: {},
        items: goSorted(found, (a, b) => seenAt(a) < seenAt(b)),
      })
  },
} satisfies Command

/** The field selector of events about the object of `--for`; undefined without `--for`, or when its name is empty. */
async function objectSelector(session: Session): Promise<string | undefined> {
  const about = session.flags.text('for')
  await session.connection()
  if (about === '') return undefined
  const [type = '', name, ...more] = about.split('/')
  if (name === undefined) throw new Failure('--for must be in resource/name form')
  if (more.length > 0) throw new Failure('arguments in resource/name form may not have more than one slash')
  if (type === '') throw new Failure('a resource must be present, got: /, Resource=')
  const { kind, ...groupVersion } = await session
    .type(type)
    .catch((error: unknown) => unknownType(error, type.toLowerCase()))
  if (name === '') return undefined
  const apiVersion = formatGroupVersion(groupVersion)
  return `involvedObject.kind=${kind},involvedObject.apiVersion=${apiVersion},involvedObject.name=${name}`
}

/** kubectl prints this error without `error: `, and names the resource and its group. */
function unknownType(error: unknown, type: string): never {
  if (!(error instanceof NoSuchType)) throw error
  const [resource = '', ...rest] = type.split('.')
  const inGroup = rest.length === 0 ? '' : ` in group ${JSON.stringify(rest.join('.'))}`
  throw new BareFailure(`the server doesn't have a resource type ${JSON.stringify(resource)}${inGroup}`)
}

function tablePrinter({ flags, host }: Session): ObjectPrinter {
  const all = flags.boolean('all-namespaces')
  const widths: number[] = []
  let heading = flags.boolean('no-headers')
    ? []
    : [[...(all ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE']]
  return (object, out) => {
    const shown = Array.isArray(object.items) ? object.items.filter(isObject) : [object]
    out(alignColumns([...heading, ...shown.map((event) => rowOf(event, all, host.now()))], widths))
    heading = []
  }
}

function rowOf(event: JsonObject, namespaced: boolean, now: number): string[] {
  const { kind = '', name = '' } = objectOrEmpty(event.involvedObject)
  const { namespace = '' } = objectOrEmpty(event.metadata)
  return [
    ...(namespaced ? [String(namespace)] : []),
    ageOf(event, now),
    escapeControls(String(event.type ?? '')),
    escapeControls(String(event.reason ?? '')),
    `${escapeControls(String(kind))}/${escapeControls(String(name))}`,
    escapeControls(String(event.message ?? '').trim()),
  ]
}
