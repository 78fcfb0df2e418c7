import type { Json } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import { equalJson } from '../../worker/patch/json-values.ts'
import type { Manifest } from './documents.ts'
import { objectsOf, requireKind } from './documents.ts'
import { Exit, Failure, ServerError } from './failure.ts'
import type { EditedFile, Host } from './host.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'
import { groupResource } from './discovery.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** The client's name in messages, and the host with the editor. */
interface EditCommand {
  readonly cli: string
  readonly host: Pick<Host, 'edit' | 'stderr' | 'signal'>
}

/** A text that is edited until the server accepts it or the user gives up. */
interface Edited {
  /** Comment lines above the text; empty when the format has no comments. */
  readonly head: string
  readonly text: string
  readonly suffix: '.yaml' | '.json'
  /** The resource in messages about an invalid text: `configmaps "web"`. Undefined when the text is not validated. */
  readonly subject?: string
  /** Whether lines end with CR LF. */
  readonly carriageReturns?: boolean
  /** Returns a saved object with its namespace. @throws Failure for a kind, or a kind of list, that is not served */
  readonly place?: (manifest: Manifest) => Promise<ApiObject>
  /** Sends the saved objects one by one and records refusals. An error that it throws ends the command. */
  save(objects: readonly ApiObject[], refusals: Refusals): Promise<void>
}

interface Reason {
  readonly head: string
  readonly others: readonly string[]
}

/** The refusals of the server in one round. */
export class Refusals {
  /** The reasons that are written above the text when the editor opens again. */
  readonly reasons: Reason[] = []
  /** The number of objects that the server no longer has. */
  missing = 0
  /** The number of the other refusals, except those in `reasons`. */
  retryable = 0
  readonly #printError: (text: string) => void

  constructor(printError: (text: string) => void) {
    this.#printError = printError
  }

  /** Records a refusal and prints it. @throws an error that is not an answer of the server */
  take(error: unknown, { type, name }: Target): void {
    if (!(error instanceof ServerError)) throw error
    const { status, message } = error
    const what = `${groupResource(type)} ${JSON.stringify(name)}`
    if (status.reason === 'Invalid') {
      const others = (status.details?.causes ?? []).map((cause) => `${cause.field ?? ''}: ${cause.message ?? ''}`)
      this.reasons.push({ head: `${what} was not valid`, others })
      return this.#printError(`error: ${what} is invalid\n`)
    }
    if (status.reason === 'NotFound') {
      this.missing++
      return this.#printError(`error: ${what} could not be found on the server\n`)
    }
    this.retryable++
    this.#printError(`error: ${what} could not be patched: ${message}\n`)
  }
}

/**
 * Opens the editor again with the faults, until the text is saved or the user gives up. A text that cannot be saved
 * stays in its file, and the user sees the path.
 */
export async function editUntilSaved({ host, cli }: EditCommand, edited: Edited): Promise<void> {
  const { head, text, suffix, save, subject } = edited
  const { edit } = host
  if (edit === undefined) throw new Failure('there is no editor here: change a file and apply it')
  let kept: EditedFile | undefined
  let body = text
  let reasons: readonly Reason[] = []
  const preserved = (error: unknown): unknown => {
    if (kept !== undefined) host.stderr(`A copy of your changes has been stored to ${JSON.stringify(kept.path)}\n`)
    return error
  }
  const cancelled = async (file: EditedFile, why: string): Promise<void> => {
    await file.remove()
    host.stderr(`Edit cancelled, ${why}.\n`)
  }
  const lineEnds = (lines: string): string => (edited.carriageReturns ? lines.replaceAll('\n', '\r\n') : lines)
  for (;;) {
    // A program may change the text each time, so only Ctrl-C ends the loop.
    host.signal.throwIfAborted()
    const above = head === '' ? '' : head + reasons.map(comment).join('')
    const shown = lineEnds(above) + (body === text ? lineEnds(text) : body)
    const file = await edit(shown, `${cli}-edit-`, suffix).catch((error: unknown) => {
      throw preserved(error)
    })
    await kept?.remove()
    kept = file
    if (reasons.length > 0 && (await hasEqualContent(file.text, body)))
      throw preserved(new Failure('Edit cancelled, no valid changes were saved.'))
    const fault = subject === undefined ? undefined : await validationFault(file.text)
    if (fault !== undefined) {
      body = withoutComments(file.text)
      reasons = [{ head: `${subject} was not valid`, others: [`<nil>: ${fault}`] }]
      host.stderr(`error: ${subject} is invalid\n`)
      continue
    }
    if (await hasEqualContent(file.text, text)) return cancelled(file, 'no changes made')
    if (withoutComments(file.text).trim() === '') return cancelled(file, 'saved file was empty')
    body = withoutComments(file.text)
    const read = await readObjects(file.text, edited.place)
    if ('fault' in read) {
      reasons = [{ head: `The edited file had a syntax error: ${read.fault}`, others: [] }]
      continue
    }
    const refusals = new Refusals((line) => host.stderr(line))
    await save(read.objects, refusals).catch((error: unknown) => {
      throw preserved(error)
    })
    if (refusals.retryable > 0) {
      host.stderr(`You can run \`${cli} replace -f ${file.path}\` to try this update again.\n`)
      throw new Exit(1)
    }
    if (refusals.missing > 0) {
      host.stderr(`The edits you made on deleted resources have been saved to ${JSON.stringify(file.path)}\n`)
      throw new Exit(1)
    }
    reasons = refusals.reasons
    if (reasons.length === 0) return file.remove()
  }
}

/** Why a text does not name a kind, worded like an error of the server. */
async function validationFault(text: string): Promise<string | undefined> {
  const what = 'Invalid value: "The edited file failed validation":'
  try {
    const { value } = await readYaml(withoutComments(text))
    requireKind(value)
    return undefined
  } catch (error) {
    return `${what} ${errorMessage(error)}`
  }
}

/** The saved objects, or the fault of the text. */
async function readObjects(
  text: string,
  place: Edited['place'] = ({ object }) => Promise.resolve(object),
): Promise<{ readonly objects: readonly ApiObject[] } | { readonly fault: string }> {
  try {
    const manifests: Manifest[] = []
    for await (const manifest of objectsOf('edited-file', text)) manifests.push(manifest)
    // A single object may lack its type: a last-applied annotation may have none.
    const isTyped = manifests.length === 1 || manifests.every(({ object }) => object.apiVersion !== undefined)
    return isTyped ? { objects: await Promise.all(manifests.map(place)) } : { fault: NO_VERSION }
  } catch (error) {
    return { fault: errorMessage(error) }
  }
}

const NO_VERSION = `unable to get type info from the object "*unstructured.Unstructured": Object 'apiVersion' is missing in 'object has no apiVersion field'`

const comment = ({ head, others }: Reason): string =>
  [others.length > 0 ? `${head}:` : head, ...others.map((other) => `* ${other}`), '']
    .map((line) => `# ${line.replaceAll('\n', '\n# ')}`.trimEnd())
    .join('\n') + '\n'

const withoutComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s*#(?!!)/.test(line))
    .join('\n')

/** Whether two texts have equal values. Unreadable texts are compared as texts without comments. */
async function hasEqualContent(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([valueOf(one), valueOf(other)])
  return first === undefined || second === undefined
    ? withoutComments(one) === withoutComments(other)
    : equalJson(first, second)
}

const valueOf = (text: string): Promise<Json | undefined> =>
  readYaml(text).then(
    ({ value }) => value,
    () => undefined,
  )

/** Refuses a format of `-o` that no editor can show. @throws Failure */
export function requireEditFormat({ flags }: Session): void {
  const output = flags.text('output')
  if (!['', 'json', 'yaml'].includes(output))
    throw new Failure(
      `unable to match a printer suitable for the output format ${JSON.stringify(output)}, allowed formats are: json,yaml`,
    )
}
