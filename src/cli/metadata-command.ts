import { utf8Length } from '../../worker/runtime/utf8.ts'
import { goJson } from '../../worker/api/go-json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { createMergePatch } from '../../worker/patch/merge-patch.ts'
import { CHANGE_CAUSE, recorded, recordFlag } from './change-cause.ts'
import type { DryRun } from './write-options.ts'
import { unversioned } from './unversioned.ts'
import type { Report } from './reporter.ts'
import { dryRunOf } from './write-options.ts'
import { forEach, reporter } from './reporter.ts'
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
import { eachOf, namesFiles, readManifests } from './manifests.ts'
import { mergePatched } from './merge-patched.ts'
import { textMap } from './text-map.ts'

/** The differences between `label` and `annotate`. */
interface MetadataWords {
  readonly field: 'labels' | 'annotations'
  readonly noun: string
  readonly done: string
  readonly unchanged: string
  readonly removed: string
  /** The failure for keys that already have other values. */
  conflict(pairs: readonly (readonly [key: string, value: string])[]): Error
  /** Reads `KEY=VALUE` and `KEY-`. @throws Failure */
  read(pairs: readonly string[]): Edit
  /** Checks the pairs after all other options. @throws Failure */
  check?(edit: Edit): void
  /** Whether the removal of a missing key is reported. */
  readonly reportsMissing: boolean
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
      text('resource-version', 'Change only if this is the current version of the object.'),
      selectorFlag,
    ],
    run: (session) => run(session, words),
  }
}

/** The values that a command line sets, and the keys that it removes. */
export interface Edit {
  readonly set: ReadonlyMap<string, string>
  readonly remove: readonly string[]
}

async function run(session: Session, words: MetadataWords): Promise<undefined> {
  const { flags } = session
  const dryRun = dryRunOf(session)
  const isLabel = words.field === 'labels'
  const report = await reporter(session, dryRun, { isApart: isLabel, isLate: isLabel })
  // `annotate` reads the configuration before its words, `label` afterwards.
  if (!isLabel) await session.namespace()
  const { resources, pairs } = sortedWords(session.args, words)
  const edit = words.read(pairs)
  if (isLabel && flags.boolean('list') && flags.text('output') !== '')
    throw new Failure('--list and --output may not be specified together')
  await session.namespace()
  checkUse(session, resources, edit, words)
  if (flags.boolean('local')) {
    const read = await readManifests(session.host, flags)
    return forEach(eachOf(read), async ({ object }) => {
      const changed = withEdit(object, edit, { session, words })
      if (flags.boolean('list')) list(session, changed, words, !read.single)
      else report(changed, operationOf(flags, object, changed, words))
    }) as Promise<undefined>
  }
  const selection = await select(session, { words: resources, bareTypeMeansAll: flags.boolean('all') })
  const several = !selection.single
  if (several && flags.text('resource-version') !== '')
    throw new Failure('--resource-version may only be used with a single resource')
  await forEach(selectedObjects(session, selection, { readsFiles: true }), async ({ target, load }) => {
    const object = await load()
    if (flags.boolean('list')) return list(session, withEdit(object, edit, { session, words }), words, several)
    await change(session, target, object, { edit, words, dryRun, report })
  })
}

function checkUse(session: Session, resources: readonly string[], edit: Edit, words: MetadataWords): void {
  const { flags } = session
  if (flags.boolean('all') && flags.text('selector') !== '')
    throw new Failure('cannot set --all and --selector at the same time')
  if (flags.boolean('all') && flags.text('field-selector') !== '')
    throw new Failure('cannot set --all and --field-selector at the same time')
  if (flags.boolean('local')) checkLocal(session, resources, words)
  if (resources.length === 0 && !namesFiles(flags))
    throw new Failure('one or more resources must be specified as <resource> <name> or <resource>/<name>')
  if (edit.set.size === 0 && edit.remove.length === 0 && !flags.boolean('list'))
    throw new Failure(`at least one ${words.noun} update is required`)
  words.check?.(edit)
}

/** Splits the words into names of objects and pairs. */
function sortedWords(args: readonly string[], { noun }: MetadataWords) {
  const isPair = (word: string): boolean =>
    (word.includes('=') && !word.startsWith('=')) || (word.endsWith('-') && word !== '-')
  const first = args.findIndex(isPair)
  if (first < 0) return { resources: args, pairs: [] }
  const pairs = args.slice(first)
  const late = pairs.find((word) => !isPair(word))
  if (late !== undefined) throw new Failure(`all resources must be specified before ${noun} changes: ${late}`)
  return { resources: args.slice(0, first), pairs }
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

/**
 * The object with the values set and removed, and with the version of `--resource-version`.
 * @throws Failure, Failures for a key that has another value already, without `--overwrite`
 */
function withEdit(
  object: ApiObject,
  edit: Edit,
  { session, words }: { session: Session; words: MetadataWords },
): ApiObject {
  const { flags, host } = session
  const values = new Map(Object.entries(textMap(object.metadata?.[words.field]) ?? {}))
  const free = words.field === 'annotations' ? host.dialect.spell(CHANGE_CAUSE) : undefined
  const taken = [...edit.set].flatMap(([key, value]) => {
    const old = values.get(key)
    return old !== undefined && old !== value && key !== free ? [[key, old] as const] : []
  })
  if (taken.length > 0 && !flags.boolean('overwrite')) throw words.conflict(taken)
  for (const [key, value] of edit.set) values.set(key, value)
  for (const key of edit.remove) values.delete(key)
  const version = flags.text('resource-version')
  const resourceVersion = version === '' ? {} : { resourceVersion: version }
  return { ...object, metadata: { ...object.metadata, [words.field]: Object.fromEntries(values), ...resourceVersion } }
}

function list(session: Session, object: ApiObject, words: MetadataWords, several: boolean): void {
  const entries = Object.entries(textMap(object.metadata?.[words.field]) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
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
  const before = flags.text('resource-version') === '' ? object : unversioned(object)
  if (dryRun === 'client') {
    const changed = withEdit(before, edit, { session, words })
    return report(changed, operationOf(flags, before, changed, words))
  }
  if (words.reportsMissing)
    for (const key of edit.remove)
      if (!Object.hasOwn(textMap(object.metadata?.[words.field]) ?? {}, key))
        host.stdout(`label ${JSON.stringify(key)} not found.\n`)
  const isLabel = words.field === 'labels'
  // With `--record`, `annotate` may set the change-cause annotation itself. The given value wins.
  const changed = isLabel
    ? recorded(session, withEdit(before, edit, { session, words }))
    : withEdit(recorded(session, before), edit, { session, words })
  const patched = await mergePatched(session, target, createMergePatch(before, changed), dryRun)
  // For `label`, kubectl prints its own changed object instead of the server's answer, with the resourceVersion from
  // before the change.
  report(isLabel ? changed : patched, operationOf(flags, before, changed, words))
}

/** The word for the result of a change. kubectl compares the JSON before and after, including its length. */
function operationOf(flags: FlagValues, before: ApiObject, after: ApiObject, words: MetadataWords): string {
  const [old, changed] = [goJson(before), goJson(after)]
  if (old === changed) return words.unchanged
  const shorter = utf8Length(changed) < utf8Length(old)
  return !flags.boolean('overwrite') && shorter ? words.removed : words.done
}
