import type { ApiObject } from '../../worker/api/object.ts'
import { objectFormats } from './common-flags.ts'
import { throwAll } from './failure.ts'
import { DOCUMENT_SEPARATOR, nameOf, objectPrinter } from './printers/output.ts'
import type { Session } from './session.ts'
import type { DryRun } from './write-options.ts'

const DRY_RUN_WORDS: Readonly<Record<DryRun, string>> = { none: '', client: ' (dry run)', server: ' (server dry run)' }

export type Report = (object: ApiObject, operation: string) => void

/** How an object is applied, and how the result is reported. */
export interface Applying {
  readonly dryRun: DryRun
  readonly report: Report
}

/** Warns when the changed object is being deleted. */
export function warnIfDeleting(session: Session, { metadata }: ApiObject): void {
  if (metadata?.deletionTimestamp === undefined) return
  session.host.stderr(
    `Warning: Detected changes to resource ${metadata.name ?? ''} which is currently being deleted.\n`,
  )
}

export interface ReporterOptions {
  /** Whether an object of a built-in kind is printed with the fields of its Go struct, in their order. */
  readonly typed?: boolean
  /** Whether an unknown output format is refused with the first object, not before, because kubectl makes this printer late. */
  readonly isLate?: boolean
  /** Whether each object is printed by itself, without a separator between YAML documents. */
  readonly isApart?: boolean
}

/**
 * Returns a function that prints the result for each object: `deployment.apps/web created`, or the object in the
 * format of `-o`.
 */
export async function reporter(
  session: Session,
  dryRun: DryRun,
  { typed = false, isLate = false, isApart = false }: ReporterOptions = {},
): Promise<Report> {
  const printerOf = typed ? (await import('./typed-objects.ts')).typedPrinter : objectPrinter
  let fault: unknown
  const printer = await printerOf(session.host, session.flags, objectFormats).catch((error: unknown) => {
    if (!isLate) throw error
    fault = error
    return undefined
  })
  const out = (text: string): void => {
    if (!isApart || text !== DOCUMENT_SEPARATOR) session.host.stdout(text)
  }
  return (object, operation) => {
    if (fault !== undefined) throw fault
    if (printer === undefined) out(`${nameOf(object)} ${operation}${DRY_RUN_WORDS[dryRun]}\n`)
    else printer(object, out)
  }
}

/**
 * Does the work for each item and continues after a failure. Throws the failures at the end, together with the error
 * that ended the iteration.
 */
export async function forEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  try {
    for await (const item of items) await work(item).catch((error: unknown) => void errors.push(error))
  } catch (error) {
    errors.push(error)
  }
  throwAll(errors)
}
