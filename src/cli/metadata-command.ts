import type { ApiObject } from '../../worker/api/object.ts'
import { causeOf, recordFlag } from './change-cause.ts'
import type { DryRun, Report } from './changes.ts'
import { dryRunOf, forEach, reporter } from './changes.ts'
import type { Command } from './command.ts'
import {
  allNamespacesFlag,
  dryRunFlag,
  fieldManagerFlag,
  fieldSelectorFlag,
  filenameFlags,
  printFlags,
  selectorFlag,
} from './common-flags.ts'
import { Failure } from './failure.ts'
import type { FlagValues } from './flags.ts'
import { boolean, text } from './flags.ts'
import type { Target } from './selection.ts'
import { selectedObjects } from './selected-objects.ts'
import { select } from './selection.ts'
import type { Session } from './session.ts'
import { namesFiles, manifestsOf } from './manifests.ts'
import { mergePatched } from './merge-patched.ts'

/** How `label` and `annotate` differ. */
interface MetadataWords {
  readonly field: 'labels' | 'annotations'
  readonly noun: string
  readonly done: string
  readonly unchanged: string
  readonly removed: string
  conflict(pairs: readonly (readonly [key: string, value: string])[]): string
  both(keys: readonly string[]): string
  /** Whether a key to be removed that is not there is told. */
  readonly tellsAbsent: boolean
  /** Whether values must be label values. */
  readonly checksValues: boolean
}

export function metadataCommand(words: MetadataWords): Pick<Command, 'name' | 'flags' | 'run'> {
  const name = words.field === 'labels' ? 'label' : 'annotate'
  return {
    name,
    flags: [
      boolean('all', 'Select all resources of the given types in the namespace.'),
      allNamespacesFlag,
      dryRunFlag,
      fieldManagerFlag(`{cli}-${name}`),
      fieldSelectorFlag,
      ...filenameFlags('identifying the resource to update'),
      boolean('list', `If true, display the ${words.field} of the given resources.`),
      boolean('local', 'If true, nothing is sent to the server.'),
      recordFlag,
      boolean('overwrite', `If true, allow ${words.field} to be overwritten.`),
      ...printFlags,
      text('resource-version', 'Change only where this is the current version of the object.'),
      selectorFlag,
    ],
    run: (session) => run(session, words),
  }
}

interface Edit {
  readonly set: ReadonlyMap<string, string>
  readonly remove: readonly string[]
}

async function run(session: Session, words: MetadataWords): Promise<undefined> {
  const { flags } = session
  const isPair = (word: string): boolean => (word.includes('=') && !word.startsWith('=')) || word.endsWith('-')
  const resources = session.args.filter((word) => !isPair(word))
  const edit = readEdit(session.args.filter(isPair), words)
  const files = namesFiles(flags)
  const dryRun = dryRunOf(session)
  const report = await reporter(session, dryRun, { isApart: words.field === 'labels' })
  if (flags.boolean('all') && flags.text('selector') !== '')
    throw new Failure('cannot set --all and --selector at the same time')
  if (flags.boolean('all') && flags.text('field-selector') !== '')
    throw new Failure('cannot set --all and --field-selector at the same time')
  if (flags.boolean('local')) checkLocal(session, resources, words)
  if (resources.length === 0 && !files)
    throw new Failure('one or more resources must be specified as <resource> <name> or <resource>/<name>')
  if (edit.set.size === 0 && edit.remove.length === 0 && !flags.boolean('list'))
    throw new Failure(`at least one ${words.noun} update is required`)
  if (flags.boolean('local'))
    return forEach(manifestsOf(session.host, flags), async ({ object }) => {
      const before = object.metadata?.[words.field] ?? {}
      refuseTaken(flags, before, edit, words)
      report(withEdit(object, edit, words), operationOf(before, edit, absentOf(before, edit), words))
    }) as Promise<undefined>
  const selection = await select(session, { words: resources, all: flags.boolean('all') && resources.length < 2 })
  const several = selection.targets.length > 1 || selection.queries.length > 0
  if (several && flags.text('resource-version') !== '')
    throw new Failure('--resource-version may only be used with a single resource')
  await forEach(selectedObjects(session, selection), async ({ target, load }) => {
    const object = await load()
    if (flags.boolean('list')) {
      refuseTaken(flags, object.metadata?.[words.field] ?? {}, edit, words)
      return list(session, withEdit(object, edit, words), words, several)
    }
    await change(session, target, object, { edit, words, dryRun, report })
  })
}

function checkLocal({ flags }: Session, resources: readonly string[], { field }: MetadataWords): void {
  const file = field === 'labels' ? 'pod' : 'rsrc'
  const names = `-f ${file}.yaml or --filename=${file}.json`
  if (dryRunIsServer(flags))
    throw new Failure('cannot specify --local and --dry-run=server - did you mean --dry-run=client?')
  if (resources.length > 0) throw new Failure(`can only use local files by ${names} when --local=true is set`)
  if (!namesFiles(flags)) throw new Failure(`one or more files must be specified as ${names}`)
}

const dryRunIsServer = (flags: FlagValues): boolean => flags.text('dry-run') === 'server'

type Values = Readonly<Record<string, string>>

const absentOf = (before: Values, { remove }: Edit): string[] => remove.filter((key) => before[key] === undefined)

/** @throws Failure for a key that has another value already, without `--overwrite` */
function refuseTaken(flags: FlagValues, before: Values, edit: Edit, words: MetadataWords): void {
  const taken = [...edit.set].flatMap(([key, value]) => {
    const old = before[key]
    return old !== undefined && old !== value ? [[key, old] as const] : []
  })
  if (taken.length > 0 && !flags.boolean('overwrite')) throw new Failure(words.conflict(taken))
}

function readEdit(pairs: readonly string[], words: MetadataWords): Edit {
  const set = new Map<string, string>()
  const remove: string[] = []
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 0) remove.push(pair.slice(0, -1))
    else {
      const value = pair.slice(at + 1)
      const fault = words.checksValues ? labelValueFault(value) : undefined
      if (fault !== undefined) throw new Failure(`invalid label value: ${JSON.stringify(pair)}: ${fault}`)
      set.set(pair.slice(0, at), value)
    }
  }
  const both = remove.filter((key) => set.has(key))
  if (both.length > 0) throw new Failure(words.both(both))
  return { set, remove }
}

function labelValueFault(value: string): string | undefined {
  if (value.length > 63) return 'must be no more than 63 characters'
  return /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value)
    ? undefined
    : "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
}

function withEdit(object: ApiObject, edit: Edit, { field }: MetadataWords): ApiObject {
  const values: Record<string, string> = { ...object.metadata?.[field], ...Object.fromEntries(edit.set) }
  for (const key of edit.remove) delete values[key]
  return { ...object, metadata: { ...object.metadata, [field]: values } }
}

function list(session: Session, object: ApiObject, words: MetadataWords, several: boolean): void {
  const entries = Object.entries(object.metadata?.[words.field] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const { kind = '', apiVersion = '', metadata } = object
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
  if (several) session.host.stdout(`Listing ${words.field} for ${kind}.${group}/${metadata?.name ?? ''}:\n`)
  const indent = several ? ' ' : ''
  for (const [key, value] of entries) session.host.stdout(`${indent}${key}=${value}\n`)
}

interface MetadataChange {
  readonly edit: Edit
  readonly words: MetadataWords
  readonly dryRun: DryRun
  readonly report: Report
}

async function change(
  session: Session,
  target: Target,
  object: ApiObject,
  { edit, words, dryRun, report }: MetadataChange,
): Promise<void> {
  const { flags, host } = session
  const before = object.metadata?.[words.field] ?? {}
  refuseTaken(flags, before, edit, words)
  const absent = absentOf(before, edit)
  if (words.tellsAbsent) for (const key of absent) host.stdout(`label ${JSON.stringify(key)} not found.\n`)
  const operation = operationOf(before, edit, absent, words)
  if (dryRun === 'client') return report(withEdit(object, edit, words), operation)
  const values: Record<string, string | null> = Object.fromEntries(edit.set)
  for (const key of edit.remove) values[key] = null
  const version = flags.text('resource-version')
  const cause = causeOf(session)
  const annotations = words.field === 'annotations' ? { ...values, ...cause } : cause
  const metadata = {
    [words.field]: values,
    ...(Object.keys(cause).length === 0 ? {} : { annotations }),
    ...(version === '' ? {} : { resourceVersion: version }),
  }
  const patched = await mergePatched(session, target, { metadata }, dryRun)
  // The real client prints the labels over the object as it was read, resourceVersion included.
  report(words.field === 'labels' ? withEdit(object, edit, words) : patched, operation)
}

function operationOf(
  before: Readonly<Record<string, string>>,
  edit: Edit,
  absent: readonly string[],
  words: MetadataWords,
): string {
  const sets = [...edit.set].some(([key, value]) => before[key] !== value)
  if (sets) return words.done
  if (edit.remove.length === 0) return words.unchanged
  // A removal of what is not there counts as a change of labels, oddly, in the real client.
  return absent.length === edit.remove.length ? words.done : words.removed
}
