import type { ApiObject } from '../../worker/api/object.ts'
import { listed } from './lists.ts'
import { resourcePath } from './discovery.ts'
import { Failure } from './failure.ts'
import { alignColumns } from './printers/columns.ts'
import type { ObjectPrinter } from './printers/output.ts'
import { TableRows } from './printers/table.ts'
import type { Query, Selection, Target } from './selection.ts'
import type { Session } from './session.ts'
import { tableAccept, tableOf, tableOptions } from './tables.ts'

/** `get -w`: what there is, then each change as it comes. */
export async function watch(
  session: Session,
  selection: Selection,
  printer: ObjectPrinter | undefined,
): Promise<undefined> {
  const { flags, host } = session
  if (flags.text('sort-by') !== '')
    host.stderr('warning: --watch or --watch-only requested, --sort-by will be ignored\n')
  const [target] = selection.targets
  const [query] = selection.queries
  const client = await session.client()
  for (const each of selection.targets) if (selection.targets.length > 1) await client.json({ path: pathOf(each) })
  const subject = target ?? query
  if (subject === undefined) return
  if (selection.targets.length + selection.queries.length > 1)
    throw new Failure(
      'watch is only supported on individual resources and resource collections - more than 1 resource was found',
    )
  const accept = printer === undefined ? tableAccept(session) : 'application/json'
  const print = printer === undefined ? tableWriter(session, subject) : objectWriter(session, printer)
  const selectors = {
    labelSelector: query?.labelSelector,
    fieldSelector: target === undefined ? query?.fieldSelector : `metadata.name=${target.name}`,
  }
  const answer = (await client.json({
    path: target === undefined ? resourcePath(subject.type, subject.namespace) : pathOf(target),
    accept,
    query: target === undefined ? { ...selectors, limit: limitOf(session) } : {},
  })) as ApiObject
  if (!flags.boolean('watch-only')) print(answer, 'ADDED')
  const events = client.watch({
    path: resourcePath(subject.type, subject.namespace),
    accept,
    // From 0 a watch of one object begins with the object as it is: that was printed.
    query: {
      ...selectors,
      resourceVersion: target === undefined ? answer.metadata?.resourceVersion : '0',
    },
  })
  let skip = target !== undefined
  for await (const { type, object } of events) {
    if (!skip) print(object, type)
    skip = false
  }
}

const pathOf = ({ type, namespace, name }: Target): string => resourcePath(type, namespace, name)

function limitOf(session: Session): string | undefined {
  const chunk = session.flags.integer('chunk-size')
  return chunk > 0 ? String(chunk) : undefined
}

type Print = (object: ApiObject, event: string) => void

function tableWriter(session: Session, subject: Target | Query): Print {
  const rows = new TableRows(subject.type, tableOptions(session.flags, subject.type, false))
  const widths: number[] = []
  return (object, event) => {
    const added = rows.add(tableOf(object, session.host.now()), event)
    if (added.length > 0) session.host.stdout(alignColumns(added, widths))
  }
}

function objectWriter(session: Session, printer: ObjectPrinter): Print {
  const out = (text: string): void => session.host.stdout(text)
  const events = session.flags.boolean('output-watch-events')
  return (object, event) => {
    for (const item of Array.isArray(object.items) ? listed(object) : [object])
      printer(events ? { type: event, object: item } : item, out)
  }
}
