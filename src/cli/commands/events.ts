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
    const answer = await client.json({
      path: all ? '/api/v1/events' : `/api/v1/namespaces/${await session.namespace()}/events`,
      query: {
        limit: '500',
        fieldSelector:
          about === undefined ? undefined : `involvedObject.kind=${about.kind},involvedObject.name=${name}`,
      },
    })
    const found = (Array.isArray(answer.items) ? answer.items.filter(isObject) : [])
      .filter((event) => types.length === 0 || types.includes(String(event.type).toLowerCase()))
      .sort((a, b) => seenAt(a) - seenAt(b))
    // The items of a typed list do not say their kind, so there are no names to print.
    if (flags.text('output') === 'name') return
    if (printer !== undefined) return printer({ ...answer, items: found }, (printed) => host.stdout(printed))
    if (found.length === 0)
      return host.stderr(all ? 'No events found.\n' : `No events found in ${await session.namespace()} namespace.\n`)
    const rows = found.map((event) => {
      const object = isObject(event.involvedObject) ? event.involvedObject : {}
      return [
        ...(all ? [String(object.namespace ?? '')] : []),
        ageOf(event, host.now()),
        String(event.type ?? ''),
        String(event.reason ?? ''),
        `${String(object.kind ?? '')}/${String(object.name ?? '')}`,
        String(event.message ?? '').trim(),
      ]
    })
    const header = [...(all ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE']
    host.stdout(alignColumns(flags.boolean('no-headers') ? rows : [header, ...rows]))
  },
} satisfies Command

/** Here the real client does not say `error: ` before it. */
function unknown(error: unknown): never {
  throw error instanceof NoSuchType ? new BareFailure(error.message) : error
}
