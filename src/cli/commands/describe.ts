import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { allNamespacesFlag, chunkSizeFlag, filenameFlags, selectorFlag } from '../common-flags.ts'
import type { DescribeContext } from '../describers/describer.ts'
import { describerOf } from '../describers/describers.ts'
import { eventsText } from '../describers/events.ts'
import { resourcePath } from '../discovery.ts'
import {
  EMPTY_NAMESPACE,
  Failure,
  Failures,
  hasReason,
  NamespaceMissing,
  ServerError,
  throwAll,
  UnfitPath,
  VersionMissing,
} from '../failure.ts'
import { boolean } from '../flags.ts'
import { escapeControls } from '../escape-controls.ts'
import { chunkLimit, listPages } from '../list-pages.ts'
import { itemsOf } from '../printers/output.ts'
import { alignTabs } from '../printers/tabs.ts'
import type { Query, Selection, Target } from '../selection.ts'
import { fetchTarget, isMatched, logReading, pages, unreadIn } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { listed } from '../lists.ts'
import { namesFiles } from '../manifests.ts'

export const describe = {
  name: 'describe',
  summary: 'Show details of a specific resource or group of resources',
  description:
    'Show details of a specific resource or group of resources.\n\n Prints every field of the selected resources in words, and their events. A name may be the beginning of names.',
  usage: 'describe (-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)',
  examples: [
    ['Describe a pod', '{cli} describe pods/web'],
    ['Describe every service', '{cli} describe services'],
    ['Describe what a label selects', '{cli} describe pods -l app=web'],
  ],
  flags: [
    allNamespacesFlag,
    chunkSizeFlag,
    ...filenameFlags('containing the resource to describe'),
    selectorFlag,
    boolean('show-events', 'If true, display events related to the described object.', { fallback: 'true' }),
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<undefined> {
  const { flags, args, host } = session
  await session.namespace()
  if (args.length === 0 && !namesFiles(flags))
    throw new Failure(
      `You must specify the type of resource to describe. Use "${session.cli} api-resources" for a complete list of supported resources.`,
    )
  const selection = await select(session, { bareTypeMeansAll: true })
  const { found, errors } = await fetchAll(session, selection)
  // Two words may be a type and the beginning of a name. `describe` then prints no other selected objects.
  if (args.length === 2 && errors.length === 1 && hasReason(errors[0], 'NotFound')) {
    if (args[0]?.includes(',') === true) throw new Failure('you may only specify a single resource type')
    const matching = selection.single ? await byPrefix(session, selection.targets[0]) : []
    if (matching.length === 0) throw errors[0]
    for (const [target, object] of matching) host.stdout(`${await describeOne(session, target, object)}\n`)
    return
  }
  const texts: string[] = []
  const reported = new Set<string>()
  for (const [target, object] of found)
    try {
      if (target.object === undefined) await logReading(session, target)
      texts.push(await describeOne(session, target, object))
    } catch (error) {
      const text = String(error)
      if (!reported.has(text)) errors.push(error)
      reported.add(text)
    }
  host.stdout(texts.join('\n\n'))
  const unread = unreadIn(selection)
  if (found.length + errors.length + unread.length === 0)
    host.stderr(
      flags.boolean('all-namespaces')
        ? 'No resources found\n'
        : `No resources found in ${await session.namespace()} namespace.\n`,
    )
  throwAll(unread.length === 0 ? errors : [new Failures([new Failures(unread)]), ...errors])
}

type Found = readonly [target: Target, object: ApiObject]

async function fetchAll(session: Session, { targets, queries }: Selection) {
  const found: Found[] = []
  const errors: unknown[] = []
  const reported = new Set<string>()
  for (const target of targets.filter(isMatched))
    try {
      found.push([target, await fetchDescribed(session, target)])
    } catch (error) {
      // Objects of files are read by describers, and kubectl reports equal failures of describers once.
      const text = String(error)
      if (target.object === undefined || !reported.has(text)) errors.push(error)
      reported.add(text)
    }
  for (const query of queries)
    await fetchQuery(session, query, found).catch((error: unknown) =>
      errors.push(error instanceof UnfitPath ? error.ofList() : error),
    )
  return { found, errors }
}

const VERSION_MISSING = { code: 404, reason: 'NotFound', message: 'the server could not find the requested resource' }

/**
 * Reads an object as its describer in kubectl does. For an object of a file, some describers finally try an earlier version.
 * The server does not serve that version, and its answer says so.
 */
async function fetchDescribed(session: Session, target: Target): Promise<ApiObject> {
  const { hasEarlierVersion } = describerOf(target.type, session.host.dialect.spell('{domain}'))
  if (target.refusal instanceof NamespaceMissing) throw new Failure(EMPTY_NAMESPACE)
  try {
    return target.object === undefined ? await fetchTarget(session, target) : await fetchNamed(session, target)
  } catch (error) {
    const isLast = hasEarlierVersion === true && target.object !== undefined && hasReason(error, 'NotFound')
    throw isLast ? new ServerError(VERSION_MISSING) : error
  }
}

/** Reads the object that a file names. A describer does not check whether the namespace exists. */
async function fetchNamed(session: Session, { type, namespace, name, refusal }: Target): Promise<ApiObject> {
  if (refusal !== undefined && !(refusal instanceof VersionMissing)) throw refusal
  return (await session.client()).json({ path: resourcePath(type, namespace, name) })
}

async function fetchQuery(session: Session, query: Query, found: Found[]): Promise<void> {
  for await (const page of pages(session, query, 'application/json'))
    for (const object of listed(page)) found.push([targetOf(query.type, object), object])
}

const targetOf = (type: Target['type'], object: ApiObject): Target => ({
  type,
  namespace: object.metadata?.namespace,
  name: object.metadata?.name ?? '',
})

async function describeOne(session: Session, { type }: Target, object: ApiObject): Promise<string> {
  const around = await context(session)
  const describer = describerOf(type, around.spell('{domain}'))
  const text = await describer.text(object, around)
  const subjects = session.flags.boolean('show-events') ? describer.events?.(object, type.kind) : undefined
  const events = subjects === undefined ? '' : await eventsText(object, subjects, around, describer.eventsNeeded)
  return alignTabs(escapeControls(text + events))
}

async function context(session: Session): Promise<DescribeContext> {
  const { flags, host } = session
  const server = await session.client()
  const limit = chunkLimit(flags)
  return {
    now: host.now(),
    spell: (template) => host.dialect.spell(template),
    get: (path) => server.json({ path }),
    async list(path, query) {
      const found: ApiObject[] = []
      for await (const page of listPages(server, { path, query: { ...query, limit } })) {
        for (const item of itemsOf(page)) found.push(item)
      }
      return found
    },
  }
}

/** The objects whose names begin with the given name. */
async function byPrefix(session: Session, target: Target | undefined): Promise<Found[]> {
  if (target === undefined) return []
  const { type, namespace, name } = target
  // kubectl looks the type up again, and so prints its warnings again.
  await session.type(session.args[0] ?? '')
  const found: Found[] = []
  await fetchQuery(session, { type, namespace, labelSelector: undefined, fieldSelector: undefined }, found)
  return found.filter(([, { metadata }]) => metadata?.name?.startsWith(name))
}
