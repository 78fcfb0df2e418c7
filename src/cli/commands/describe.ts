import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { allNamespacesFlag, chunkSizeFlag, filenameFlags, selectorFlag } from '../common-flags.ts'
import { describerOf } from '../describers/describers.ts'
import { eventLines } from '../events.ts'
import { Failure, hasReason, throwAll } from '../failure.ts'
import { boolean } from '../flags.ts'
import { alignTabs } from '../printers/tabs.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, pages, select } from '../selection.ts'
import type { Session } from '../session.ts'
import { listed, nothingFound } from '../lists.ts'

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
  if (args.length === 0 && flags.list('filename').length === 0 && !flags.given('kustomize'))
    throw new Failure(
      `You must specify the type of resource to describe. Use "${session.cli} api-resources" for a complete list of supported resources.`,
    )
  const selection = await select(session, { bareTypeMeansAll: true })
  const errors: unknown[] = []
  const texts: string[] = []
  for (const target of selection.targets) {
    try {
      texts.push(await describeOne(session, target, await fetchTarget(session, target)))
    } catch (error) {
      const matching = hasReason(error, 'NotFound') && selection.single ? await byPrefix(session, target) : []
      if (matching.length === 0) errors.push(error)
      else for (const [found, object] of matching) texts.push(`${await describeOne(session, found, object)}\n`)
    }
  }
  for (const query of selection.queries) {
    try {
      for await (const page of pages(session, query, 'application/json'))
        for (const object of listed(page)) texts.push(await describeOne(session, targetOf(query.type, object), object))
    } catch (error) {
      errors.push(error)
    }
  }
  host.stdout(texts.join('\n\n'))
  if (texts.length === 0 && errors.length === 0) host.stderr(await nothingFound(session, selection.queries))
  throwAll(errors)
}

const targetOf = (type: Target['type'], object: ApiObject): Target => ({
  type,
  namespace: object.metadata?.namespace,
  name: object.metadata?.name ?? '',
})

async function describeOne(session: Session, target: Target, object: ApiObject): Promise<string> {
  const { text, events } = describerOf(target.type, session.host.dialect.spell('{domain}'))
  const told = events && session.flags.boolean('show-events')
  return alignTabs(text(object) + (told ? await eventLines(session, target, object) : ''))
}

/** The objects whose names begin with the given one. */
async function byPrefix(session: Session, target: Target): Promise<[Target, ApiObject][]> {
  const query = { type: target.type, namespace: target.namespace, labelSelector: undefined, fieldSelector: undefined }
  const found: [Target, ApiObject][] = []
  for await (const page of pages(session, query, 'application/json'))
    for (const object of listed(page))
      if (object.metadata?.name?.startsWith(target.name)) found.push([targetOf(target.type, object), object])
  return found
}
