import { isObject } from '../../../worker/api/json.ts'
import type { Command } from '../command.ts'
import { allNamespacesFlag } from '../common-flags.ts'
import { ageOf, seenAt } from '../events.ts'
import { boolean, list, text } from '../flags.ts'
import { alignColumns } from '../printers/columns.ts'

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
    text('for', 'Only events about this object: TYPE/NAME.'),
    boolean('no-headers', "Don't print headers."),
    list('types', 'Only events of these types.'),
  ],
  async run(session) {
    const { flags, host } = session
    const all = flags.boolean('all-namespaces')
    const [typeName = '', name = ''] = flags.text('for').split('/')
    const about = typeName === '' ? undefined : await session.type(typeName)
    const client = await session.client()
    const answer = await client.json({
      path: all ? '/api/v1/events' : `/api/v1/namespaces/${await session.namespace()}/events`,
      query: {
        limit: '500',
        fieldSelector:
          about === undefined ? undefined : `involvedObject.kind=${about.kind},involvedObject.name=${name}`,
      },
    })
    const types = flags.list('types').map((type) => type.toLowerCase())
    const found = (Array.isArray(answer.items) ? answer.items.filter(isObject) : [])
      .filter((event) => types.length === 0 || types.includes(String(event.type).toLowerCase()))
      .sort((a, b) => seenAt(a) - seenAt(b))
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
