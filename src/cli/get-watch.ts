import { goJson } from '../../worker/api/go-json.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { chunkLimit } from './list-pages.ts'
import { listed } from './lists.ts'
import { resourcePath } from './discovery.ts'
import { Failure } from './failure.ts'
import { alignColumns } from './printers/columns.ts'
import type { ObjectPrinter } from './printers/output.ts'
import { itemsOf } from './printers/output.ts'
import { isTable, readTable, TableRows } from './printers/table.ts'
import { pages } from './selected-objects.ts'
import type { Query, Selection, Target } from './selection.ts'
import type { Session } from './session.ts'
import { orLogged, sortByPath, unfound } from './sorting.ts'
import { logNoTable, tableAccept, tableOf, tableOptions } from './tables.ts'

/** `get -w`: prints the current objects, except with `--watch-only`, then each change. */
export async function watch(
  session: Session,
  selection: Selection,
  printer: ObjectPrinter | undefined,
): Promise<undefined> {
  const { flags, host } = session
  // Before a watch, kubectl ends at the first file that it cannot read.
  if (selection.unread.length > 0) throw selection.unread[0]
  const sortBy = flags.text('sort-by')
  const more: Record<string, string> = sortBy === '' ? {} : { includeObject: 'Object' }
  if (sortBy !== '') host.stderr('warning: --watch or --watch-only requested, --sort-by will be ignored\n')
  const [target] = selection.targets
  const [query] = selection.queries
  const client = await session.client()
  const subject = target ?? query
  if (subject === undefined) return
  const asTables = printer === undefined && flags.boolean('server-print')
  const accept = asTables ? tableAccept(session) : 'application/json'
  const print = printer === undefined ? tableWriter(session, subject) : objectWriter(session, printer)
  if (selection.targets.length > 1) return printSeveral(session, selection, accept, print)
  const selectors = {
    labelSelector: query?.labelSelector,
    fieldSelector: target === undefined ? query?.fieldSelector : `metadata.name=${target.name}`,
  }
  const answers: ApiObject[] = []
  if (target !== undefined) answers.push(await client.json({ path: pathOf(target), accept, query: more }))
  else if (query !== undefined)
    for await (const page of pages(session, query, accept, { ...more, limit: chunkLimit(flags) }))
      answers.push(isTable(page) ? sortedPage(session, page, sortBy) : { ...page, items: listed(page) })
  const [first = {}] = answers
  // kubectl prints the objects of a single page one by one, and each of several pages as a list.
  if (!flags.boolean('watch-only')) print(answers.length === 1 ? itemsOf(first) : answers, 'ADDED')
  const events = client.watch({
    path: resourcePath(subject.type, subject.namespace),
    accept,
    // A watch of one object from version 0 sends the current object first. The loop skips it, because it is already
    // printed.
    query: {
      ...selectors,
      resourceVersion: target === undefined ? first.metadata?.resourceVersion : '0',
      ...more,
    },
  })
  let skip = target !== undefined
  for await (const { type, object } of events) {
    if (!skip) print([object], type)
    skip = false
  }
}

/** kubectl warns that it ignores the order, and sorts the rows of the first table all the same. @throws Failure */
function sortedPage(session: Session, page: JsonObject, path: string): ApiObject {
  const { rows } = readTable(page)
  if (path === '' || rows.length < 2) return page
  const ordered = orLogged(session, () => sortByPath(rows, path, ({ object }) => object, '[][][]reflect.Value'))
  if (ordered === undefined) throw new Failure(`unable to output the provided object: ${unfound(path).message}`)
  return { ...page, rows: ordered.map(({ cells, object }) => ({ cells: [...cells], object })) }
}

/** Prints several objects before the watch is refused. @throws Failure */
async function printSeveral(
  session: Session,
  { targets, single }: Selection,
  accept: string,
  print: Print,
): Promise<never> {
  const client = await session.client()
  const answers: ApiObject[] = []
  for (const target of targets) answers.push(await client.json({ path: pathOf(target), accept }))
  if (targets.some(({ type }) => type !== targets[0]?.type))
    throw new Failure(
      'watch is only supported on individual resources and resource collections - more than 1 resource was found',
    )
  if (!session.flags.boolean('watch-only')) print(answers, 'ADDED')
  const names = session.flags.list('filename')
  const isOneSource = single || (names.length === 1 && names[0] === '-')
  throw new Failure(
    isOneSource
      ? `watch is only supported on individual resources and resource collections - ${targets.length} resources were found`
      : 'you may only watch a single resource or type of resource at a time',
  )
}

const pathOf = ({ type, namespace, name }: Target): string => resourcePath(type, namespace, name)

type Print = (objects: readonly ApiObject[], event: string) => void

function tableWriter(session: Session, subject: Target | Query): Print {
  const rows = new TableRows(subject.type, tableOptions(session.flags, subject.type, false))
  const widths: number[] = []
  return (objects, event) => {
    const added = objects.flatMap((object) => rows.add(tableOf(object, session.host.now()), event))
    if (added.length > 0) session.host.stdout(alignColumns(added, widths))
  }
}

function objectWriter(session: Session, printer: ObjectPrinter): Print {
  const out = (text: string): void => session.host.stdout(text)
  const events = session.flags.boolean('output-watch-events')
  const format = session.flags.text('output').toLowerCase()
  const isJson = events && format === 'json'
  return (objects, event) => {
    for (const object of objects)
      if (isJson) out(`{"type":${goJson(event)},"object":${goJson(object)}}\n`)
      else {
        logNoTable(session)
        printer(events && format !== 'name' ? { type: event, object } : object, out)
      }
  }
}
