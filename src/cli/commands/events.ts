import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { Command } from '../command.ts'
import { allNamespacesFlag, chunkSizeFlag, objectFormats, printFlags } from '../common-flags.ts'
import { NoSuchType } from '../discovery.ts'
import { ageOf, seenAt } from '../events.ts'
import { BareFailure, Failure } from '../failure.ts'
import { boolean, list, text } from '../flags.ts'
import { alignColumns } from '../printers/columns.ts'
import { objectPrinter } from '../printers/output.ts'

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
    const printer = await objectPrinter(host, flags, objectFormats)
    const [typeName = '', name = ''] = flags.text('for').split('/')
    if (typeName !== '' && name === '') throw new Failure('--for must be in resource/name form')
    const types = flags.list('types').map((type) => type.toLowerCase())
    if (types.some((type) => type !== 'normal' && type !== 'warning'))
      throw new Failure('valid --types are Normal or Warning')
    const about = typeName === '' ? undefined : await session.type(typeName).catch((error: unknown) => unknown(error))
    const client = await session.client()
    const path = all ? '/api/v1/events' : `/api/v1/namespaces/${await session.namespace()}/events`
    const fieldSelector =
      about === undefined ? undefined : `involvedObject.kind=${about.kind},involvedObject.name=${name}`
    const isWanted = ({ type }: JsonObject): boolean => types.length === 0 || types.includes(String(type).toLowerCase())
    const header = [...(all ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE']
    let headed = flags.boolean('no-headers')
    const print = (rows: string[][]): void => {
      host.stdout(alignColumns(headed ? rows : [header, ...rows]))
      headed = true
    }
    if (flags.boolean('watch')) {
      for await (const { type, object } of client.watch({ path, query: { fieldSelector } })) {
        if (type === 'DELETED' || !isWanted(object)) continue
        if (printer === undefined) print([rowOf(object, all, host.now())])
        else printer(object, (printed) => host.stdout(printed))
      }
      return
    }
    const found: JsonObject[] = []
    let answer: JsonObject
    let next: string | undefined
    do {
      answer = await client.json({ path, query: { limit: '500', continue: next, fieldSelector } })
      found.push(...(Array.isArray(answer.items) ? answer.items.filter(isObject) : []).filter(isWanted))
      next = (isObject(answer.metadata) && String(answer.metadata.continue ?? '')) || undefined
    } while (next !== undefined)
    found.sort((a, b) => seenAt(a) - seenAt(b))
    // The items of a typed list have no kind, so there are no names to print.
    if (flags.text('output') === 'name') return
    if (printer !== undefined) return printer({ ...answer, items: found }, (printed) => host.stdout(printed))
    if (found.length === 0)
      return host.stderr(all ? 'No events found.\n' : `No events found in ${await session.namespace()} namespace.\n`)
    print(found.map((event) => rowOf(event, all, host.now())))
  },
} satisfies Command

function rowOf(event: JsonObject, namespaced: boolean, now: number): string[] {
  const object = isObject(event.involvedObject) ? event.involvedObject : {}
  return [
    ...(namespaced ? [String(object.namespace ?? '')] : []),
    ageOf(event, now),
    String(event.type ?? ''),
    String(event.reason ?? ''),
    `${String(object.kind ?? '')}/${String(object.name ?? '')}`,
    String(event.message ?? '').trim(),
  ]
}

/** kubectl prints this error without `error: ` before it. */
function unknown(error: unknown): never {
  throw error instanceof NoSuchType ? new BareFailure(error.message) : error
}
