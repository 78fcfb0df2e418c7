import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import {
  allNamespacesFlag,
  chunkSizeFlag,
  fieldSelectorFlag,
  filenameFlags,
  objectFormats,
  outputFlag,
  selectorFlag,
  templateFlags,
} from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Exit, Failure, Failures, hasReason, Misplaced, throwAll, UnfitPath } from '../failure.ts'
import type { FlagValues } from '../flags.ts'
import { boolean, list, text } from '../flags.ts'
import { FileError, readText } from '../host.ts'
import { listed, nothingFound } from '../lists.ts'
import { CustomColumns, NO_COLUMNS, readColumnFile, readColumns } from '../printers/custom-columns.ts'
import type { ObjectPrinter } from '../printers/output.ts'
import { itemsOf, printerOf } from '../printers/output.ts'
import { readRaw } from '../raw-requests.ts'
import type { Query, Selection, Target } from '../selection.ts'
import { fetchTarget, getInNamespace, pages, visitFailures } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { compileJsonPath, relaxedPath } from '../../../worker/api/jsonpath/jsonpath.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { orLogged, sortByPath, unfound, Unsortable } from '../sorting.ts'
import type { TypedTable } from '../tables.ts'
import { logNoTable, printTables, tableAccept, tableOf } from '../tables.ts'
import { namesFiles } from '../manifests.ts'

const formats = [...objectFormats, 'custom-columns', 'custom-columns-file', 'wide']

export const get = {
  name: 'get',
  summary: 'Display one or many resources',
  description: `Display one or many resources.

 Prints a table of the most important information about the specified resources. You can filter the list using a label selector and the --selector flag. If the desired resource type is namespaced you will only see results in the current namespace if you don't specify any namespace.`,
  usage:
    'get [(-o|--output=)json|yaml|name|jsonpath|custom-columns|wide|...] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]',
  examples: [
    ['List all pods', '{cli} get pods'],
    ['List deployments in every namespace and watch them', '{cli} get deployments -A -w'],
    ['One field of one object', "{cli} get deployment web -o jsonpath='{.spec.replicas}'"],
    ['Own columns', '{cli} get pods -o custom-columns=NAME:.metadata.name,NODE:.spec.nodeName'],
    ['Several types at once', '{cli} get configmaps,secrets -l app=web'],
  ],
  flags: [
    allNamespacesFlag,
    chunkSizeFlag,
    fieldSelectorFlag,
    ...filenameFlags('identifying the resource to get from a server'),
    boolean('ignore-not-found', 'If the requested object does not exist the command will return exit code 0.'),
    list('label-columns', 'Labels that are going to be presented as columns.', { short: 'L' }),
    boolean('no-headers', "When using the default or custom-columns output format, don't print headers."),
    { ...outputFlag(formats), completes: 'choices' },
    boolean('output-watch-events', 'Output watch event objects when --watch or --watch-only is used.'),
    text('raw', 'Raw URI to request from the server.'),
    selectorFlag,
    boolean('server-print', 'If true, have the server return the appropriate table output.', { fallback: 'true' }),
    boolean('show-kind', 'If present, list the resource type for the requested object(s).'),
    boolean('show-labels', 'When printing, show all labels as the last column.'),
    text('sort-by', "Sort lists by this field, a JSONPath expression such as '{.metadata.name}'."),
    text('subresource', 'If specified, gets the subresource of the requested object. One of (status, scale).', {
      completes: 'fixed',
      choices: ['status', 'scale'],
    }),
    ...templateFlags,
    boolean('watch', 'After listing/getting the requested object, watch for changes.', { short: 'w' }),
    boolean('watch-only', 'Watch for changes to the requested object(s), without listing/getting first.'),
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<number | undefined> {
  const { flags, args } = session
  if (flags.text('raw') !== '') return readRaw(session)
  await session.namespace()
  const watching = flags.boolean('watch') || flags.boolean('watch-only')
  if (flags.boolean('output-watch-events') && !watching)
    throw new Failure('--output-watch-events option can only be used with --watch or --watch-only')
  if (args.length === 0 && !namesFiles(flags)) return noType(session)
  const output = flags.text('output')
  if (flags.boolean('show-labels') && output !== '' && output !== 'wide')
    throw new Failure(`--show-labels option cannot be used with ${output} printer`)
  const subresource = flags.text('subresource')
  if (subresource !== '' && !['status', 'scale'].includes(subresource))
    throw new Failure(`invalid subresource value: ${JSON.stringify(subresource)}. Must be one of [status scale]`)
  const isTable = output === 'wide' || (output === '' && flags.text('template') === '')
  const asTables = isTable && !watching && flags.boolean('server-print')
  const selection = await select(session, { bareTypeMeansAll: true, singleType: watching, asTables })
  // kubectl reads the objects before it creates the printer: a failed read hides a wrong output format.
  const printer = async () =>
    (await columnPrinter(session)) ??
    (await printerOf(session.host, flags, { output: output || defaultFormat(flags), formats }))
  if (watching) {
    const { watch } = await import('../get-watch.ts')
    return watch(session, selection, await printer())
  }
  return isTable ? human(session, selection) : generic(session, selection, printer)
}

/** The subresource to read. kubectl reads an object of a file as a whole. */
const subresourceOf = ({ flags }: Session, { source }: Target): string =>
  source === undefined ? flags.text('subresource') : ''

/** The format without `-o`, or with an empty one. */
const defaultFormat = (flags: FlagValues): string => (flags.text('template') === '' ? '' : 'go-template')

function noType(session: Session): number {
  session.host.stderr(
    `You must specify the type of resource to get. Use "${session.cli} api-resources" for a complete list of supported resources.\n\nerror: Required resource not specified.\nUse "${session.cli} explain <resource>" for a detailed description of that resource (e.g. ${session.cli} explain pods).\nSee '${session.cli} get -h' for help and examples\n`,
  )
  return 1
}

async function columnPrinter(session: Session): Promise<ObjectPrinter | undefined> {
  const template = session.flags.text('template')
  const [format = '', ...rest] = session.flags.text('output').split('=')
  if (format !== 'custom-columns' && format !== 'custom-columns-file') return undefined
  // With --template, a format takes no argument after `=`.
  if (template !== '' && rest.length > 0) return undefined
  const argument = template || rest.join('=')
  const isOfFile = format === 'custom-columns-file'
  const columns = isOfFile ? readColumnFile(await columnFile(session, argument)) : readColumns(argument)
  // kubectl ignores `--no-headers` for the columns of a file.
  const printer = new CustomColumns(columns, isOfFile || !session.flags.boolean('no-headers'))
  return (object, out) => printer.print(itemsOf(object), out)
}

async function columnFile(session: Session, path: string): Promise<string> {
  if (path === '') throw new Failure(NO_COLUMNS)
  // Go opens a directory like a file and reads no line of it.
  if ((await session.host.files.kind(path)) === 'directory') return ''
  try {
    return await readText(session.host.files, path)
  } catch (error) {
    if (error instanceof FileError) throw new Failure(`error reading template ${path}, ${error.message}`)
    throw error
  }
}

/** A table with the answer that contained it. */
interface AnsweredTable extends TypedTable {
  readonly answer: ApiObject
}

/** Reads the selected objects and prints them as tables. */
async function human(session: Session, selection: Selection): Promise<undefined> {
  const { flags, host } = session
  const failed = new Map<unknown, unknown>()
  const tables: AnsweredTable[] = []
  const sortBy = flags.text('sort-by')
  const more: Record<string, string> = sortBy === '' ? {} : { includeObject: 'Object' }
  const collect = collector(session, failed)
  const areServerTables = flags.boolean('server-print')
  const accept = areServerTables ? tableAccept(session) : 'application/json'
  for (const target of selection.targets)
    await collect(target, async () => {
      const { type, namespace, name, refusal } = target
      if (refusal !== undefined && !(refusal instanceof Misplaced)) throw refusal
      const own = unnamed(target)
      if (own !== undefined) return void tables.push({ type, answer: own, table: tableOf(own, host.now()) })
      if (name === '') throw new Failure('resource name may not be empty')
      const subresource = subresourceOf(session, target)
      const tail = subresource === '' ? '' : `/${subresource}`
      const request = { path: resourcePath(type, namespace, name) + tail, accept, query: more }
      const answer = await getInNamespace(session, namespace, request)
      if (refusal !== undefined) throw refusal
      tables.push({ type, answer, table: tableOf(answer, host.now()) })
    })
  for (const query of selection.queries)
    await collect(query, async () => {
      for await (const page of pages(session, query, accept, more)) {
        const table = tableOf(page, host.now())
        // kubectl counts the tables of the server, but the objects of the tables that it makes: an empty list adds no type.
        if (areServerTables || table.rows.length > 0) tables.push({ type: query.type, answer: page, table })
      }
    })
  const printed = printTables(session, sortBy === '' ? tables : sorted(session, tables, sortBy))
  if (!printed && failed.size + selection.unread.length === 0 && !flags.boolean('ignore-not-found'))
    host.stderr(await nothingFound(session, tables))
  throwVisited(failed, selection)
}

/** Runs the work for one target or query and keeps its failure; `--ignore-not-found` drops NotFound. */
const collector =
  ({ flags }: Session, failed: Map<unknown, unknown>) =>
  async (what: Target | Query, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (flags.boolean('ignore-not-found') && hasReason(error, 'NotFound')) return
      failed.set(what, error instanceof UnfitPath && !('name' in what) ? error.ofList() : error)
    }
  }

/** The object of a file when it has no name, because no request can then read it from the server; else undefined. */
const unnamed = ({ name, object }: Target): ApiObject | undefined => (name === '' ? object : undefined)

/** Throws the failures of all targets and queries. kubectl prints a single failure of files without `error: `. */
function throwVisited(failed: ReadonlyMap<unknown, unknown>, selection: Selection): void {
  const isOfFiles = selection.unreadAt !== undefined
  const visited = isOfFiles ? visitFailures(selection, failed) : [...failed.values()]
  const [only] = visited.length === 1 ? visited : []
  if (only instanceof Misplaced) throw only
  if (visited.length > 0) throw new Failures(only === undefined || isOfFiles ? [new Failures(visited)] : visited)
}

/**
 * The tables with sorted rows. When the server printed several tables, kubectl also sorts the tables, by a value of
 * each answer.
 */
const sorted = (session: Session, tables: readonly AnsweredTable[], path: string): TypedTable[] =>
  orLogged(session, () => {
    const areTables = session.flags.boolean('server-print') && tables.length > 1
    const ordered = areTables ? sortByPath(tables, path, ({ answer }) => answer) : tables
    if (ordered === undefined) throw unfound(path)
    return ordered.map(({ type, table }) => {
      const rows = table.rows.length < 2 ? table.rows : sortedRows(session, table.rows, path)
      return { type, table: { ...table, rows: rows ?? [] } }
    })
  })

type Rows = TypedTable['table']['rows']

/** The sorted rows of a table. kubectl prints no row when the path cannot be followed in one of the rows. */
function sortedRows({ flags }: Session, rows: Rows, path: string): Rows | undefined {
  try {
    return sortByPath(rows, path, rowObject, '[][][]reflect.Value')
  } catch (error) {
    if (error instanceof Unsortable || !flags.boolean('server-print')) throw error
    return undefined
  }
}

const rowObject = ({ object }: TypedTable['table']['rows'][number]): unknown => object

/** Prints the selected objects in an output format: one named object by itself, any other selection as one `List`. */
async function generic(
  session: Session,
  selection: Selection,
  makePrinter: () => Promise<ObjectPrinter | undefined>,
): Promise<undefined> {
  const { flags } = session
  const failed = new Map<unknown, unknown>()
  let objects: ApiObject[] = []
  const collect = collector(session, failed)
  for (const target of selection.targets)
    await collect(
      target,
      async () =>
        void objects.push(unnamed(target) ?? (await fetchTarget(session, target, subresourceOf(session, target)))),
    )
  for (const query of selection.queries)
    await collect(query, async () => {
      for await (const page of pages(session, query, 'application/json')) {
        for (const object of listed(page)) objects.push(object)
      }
    })
  const isOfFiles = selection.unreadAt !== undefined
  const failures = isOfFiles ? visitFailures(selection, failed) : [...failed.values()]
  if (selection.single) throwAll(failures)
  if (objects.length === 0 && flags.boolean('ignore-not-found')) return throwAll(failures) as undefined
  const printer = await makePrinter()
  if (printer === undefined) return
  const sortBy = flags.text('sort-by')
  const out = (text: string): void => session.host.stdout(text)
  logNoTable(session)
  try {
    if (sortBy !== '' && !selection.single) objects = sortObjects(session, objects, sortBy)
    const [only] = objects
    if (selection.single && only !== undefined && objects.length === 1) printer(only, out)
    else printer({ apiVersion: 'v1', kind: 'List', items: objects, metadata: { resourceVersion: '' } }, out)
  } catch (error) {
    if (failures.length === 0 || error instanceof Exit) throw error
    failures.push(new Failure(errorMessage(error)))
  }
  throwAll(failures)
}

const sortObjects = (session: Session, objects: readonly ApiObject[], path: string): ApiObject[] =>
  orLogged(session, () => {
    compileJsonPath(relaxedPath(path), true)
    const ordered = sortByPath(objects, path, (object) => object)
    if (ordered === undefined) throw unfound(path)
    return ordered
  })
