import { parseGroupVersion } from '../../worker/api/group-version.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { createMergePatch } from '../../worker/patch/merge-patch.ts'
import { recorded } from './change-cause.ts'
import type { DryRun } from './write-options.ts'
import type { Applying } from './reporter.ts'
import { dryRunOf } from './write-options.ts'
import { forEach, reporter } from './reporter.ts'
import { Failure, Failures, ServerError, throwAll } from './failure.ts'
import { namesFiles, readManifests } from './manifests.ts'
import type { SelectedObject } from './selected-objects.ts'
import { selectedObjects } from './selected-objects.ts'
import type { Selection } from './selection.ts'
import { MISSING, select } from './selection.ts'
import type { Session } from './session.ts'
import { strategicPatched } from './strategic-patched.ts'
import { decoding } from './typed-objects.ts'

/** The change of a `set` command. */
export interface ObjectChange {
  /** The words for the result: `image updated`. */
  readonly done: string
  /** The text before the server's refusal; undefined when only the refusal is printed. */
  readonly failure?: string
  /** Whether unchanged objects are sent and printed too. */
  readonly always?: boolean
  /** With `--local`, words that name objects are refused with this text. Default: `ONLY_FILES`. */
  readonly localWordsError?: string
  /** Whether error messages name the object. Default: true. */
  readonly namesObject?: boolean
  /**
   * Returns the faults of the command line. Called after all selected objects have been read, or with `--local` before the
   * files are read. When absent, each object is changed as soon as it is read.
   */
  commandLineFaults?(): readonly string[]
  /**
   * Called with all selected objects before the first one is changed; needs `commandLineFaults`.
   * @throws Failure when the command line does not fit an object
   */
  checkObjects?(objects: readonly ApiObject[]): void
  /** Called after the server has accepted a patch (also in a dry run), before the report. @throws Failure instead of a report */
  patched?(): void
  /**
   * Returns the changed object. Faults that do not stop the change are added to `failures`.
   * @throws Failure about this object
   */
  change(object: ApiObject, failures: unknown[]): ApiObject
}

/** The error of `--local` with the names of objects (`set`), or without files (`wait`). */
export const ONLY_FILES = `error: you must specify resources by --filename when --local is set.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'`

/** Reads the flags that kubectl checks first in a `set` command: `--dry-run` and `-o`. */
export async function readApplying(session: Session): Promise<Applying> {
  const dryRun = dryRunOf(session)
  return { dryRun, report: await reporter(session, dryRun, { typed: true }) }
}

/**
 * Changes the objects of a command line on the server. With `--local`, changes the objects that files contain and only prints
 * the results.
 */
export async function changeObjects(
  session: Session,
  words: readonly string[],
  how: ObjectChange,
  { dryRun, report }: Applying,
): Promise<void> {
  const { flags } = session
  const local = flags.boolean('local')
  if (local && words.length > 0) throw new Failure(how.localWordsError ?? ONLY_FILES)
  const selection = local
    ? undefined
    : await select(session, { words, bareTypeMeansAll: flags.boolean('all'), typed: true })
  const collected: unknown[] = []
  if (selection === undefined) {
    if (!namesFiles(flags)) throw new Failure(MISSING)
    refuseFlags(session, how, dryRun)
    return changeLocally(session, how, report)
  }
  const selected =
    how.commandLineFaults === undefined ? selectedObjects(session, selection) : await loadAll(session, selection)
  refuseFlags(session, how, dryRun)
  if (Array.isArray(selected)) how.checkObjects?.(await Promise.all(selected.map(({ load }) => load())))
  await forEach(selected, async ({ target, load }) => {
    const before = await load()
    const prefix = how.namesObject === false ? '' : `error: ${target.type.resource}/${target.name} `
    const after = recorded(
      session,
      withSubject(prefix, () => how.change(before, collected)),
    )
    if (how.always !== true && !changes(before, after)) return
    if (dryRun === 'client') return report(after, how.done)
    try {
      const stored = await strategicPatched(session, target, { before, after }, dryRun)
      how.patched?.()
      report(stored, how.done)
    } catch (error) {
      if (how.failure === undefined || !(error instanceof ServerError)) throw error
      throw new Failure(`${how.failure} ${error.message}`)
    }
  }).catch((error: unknown) => {
    // With `commandLineFaults`, the failures of the loop join those that the changes collected.
    if (how.commandLineFaults === undefined) throw error
    collected.push(...(error instanceof Failures ? error.errors : [error]))
  })
  throwAll(collected)
}

/** Prints the changed objects of files without the server. */
async function changeLocally(session: Session, how: ObjectChange, report: Applying['report']): Promise<void> {
  const { objects, faults } = await decodedObjects(session)
  const isEager = how.commandLineFaults !== undefined
  // kubectl wraps the failures of a list twice, and prints such failures without `error: `.
  if (isEager) throwAll(faults.length === 1 && faults[0] instanceof Failures ? [new Failures(faults)] : faults)
  how.checkObjects?.(objects)
  const collected: unknown[] = []
  await forEach(objects, async (before) => {
    const prefix = how.namesObject === false ? '' : `error: ${nameInFile(before)} `
    const after = recorded(
      session,
      withSubject(prefix, () => how.change(before, collected)),
    )
    if (how.always === true || changes(before, after)) report(after, how.done)
  }).catch((error: unknown) => collected.push(...(error instanceof Failures ? error.errors : [error])))
  if (faults.length > 0) collected.push(faults.length === 1 ? faults[0] : new Failures(faults))
  throwAll(collected)
}

/** The objects of the files as Go structs, and the failures of unreadable ones in their order, one for each list. */
async function decodedObjects(session: Session): Promise<{ objects: ApiObject[]; faults: readonly unknown[] }> {
  const decode = await decoding(session.host.dialect)
  const { manifests, failures, failedAt } = await readManifests(session.host, session.flags, { typed: true })
  const objects: ApiObject[] = []
  const faults: (() => unknown)[] = []
  const ofLists = new Map<ApiObject, unknown[]>()
  for (let at = 0; at <= manifests.length; at++) {
    for (const [index, error] of failures.entries()) if (failedAt[index] === at) faults.push(() => error)
    const { object, source, list } = manifests[at] ?? {}
    if (object === undefined) continue
    try {
      objects.push(decode(object, source ?? '', list !== undefined))
    } catch (error) {
      if (list === undefined || !(error instanceof Failures)) {
        faults.push(() => error)
        continue
      }
      const known = ofLists.get(list)
      const errors = known ?? []
      errors.push(...error.errors)
      ofLists.set(list, errors)
      if (known === undefined) faults.push(() => new Failures(errors))
    }
  }
  return { objects, faults: faults.map((fault) => fault()) }
}

/** An object in the messages of `--local`. kubectl puts a line break after the name of an object with a group. */
function nameInFile({ apiVersion = '', kind = '', metadata }: ApiObject): string {
  const group = parseGroupVersion(apiVersion)?.group ?? ''
  const name = `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${metadata?.name ?? ''}`
  return group === '' ? name : `${name}\n`
}

/** The objects of a selection, all read. @throws the failure of an object that cannot be read; Failures for several */
async function loadAll(session: Session, selection: Selection): Promise<SelectedObject[]> {
  const loaded: SelectedObject[] = []
  await forEach(selectedObjects(session, selection, { readsFiles: true }), async ({ target, load }) => {
    const object = await load()
    loaded.push({ target, load: () => Promise.resolve(object) })
  })
  return loaded
}

function refuseFlags({ flags }: Session, { commandLineFaults }: ObjectChange, dryRun: DryRun): void {
  const found: string[] = []
  if (flags.boolean('all') && flags.given('selector')) found.push('cannot set --all and --selector at the same time')
  if (commandLineFaults !== undefined) found.push(...commandLineFaults())
  if (flags.boolean('local') && dryRun === 'server')
    found.push('cannot specify --local and --dry-run=server - did you mean --dry-run=client?')
  throwAll(found.map((text) => new Failure(text)))
}

const changes = (before: ApiObject, after: ApiObject): boolean =>
  Object.keys(createMergePatch(before, after)).length > 0

/** Puts the object before the message of a failure. kubectl ends such a message with an additional newline. */
function withSubject<T>(about: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(`${about}${error.message}${about.startsWith('error: ') ? '\n' : ''}`)
  }
}
