import { isSeq, parseDocument } from 'yaml'
import { isObject, objectOrEmpty, objectsIn, stringsIn, type JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { yamlOptions } from '../client/yaml-options.ts'
import type { Identity } from '../scenario/scenario.ts'
import { freeName } from '../state/free-name.ts'
import type { ProposedCheck } from './proposed-checks.ts'

/** An action of the author, and the checks that it fulfils. */
export type RecordedAction = { readonly checks: readonly ProposedCheck[] } & (
  | { readonly run: string }
  | { readonly apply: string; readonly file: string }
)

/** Consecutive actions of one identity. */
export interface RecordedStep {
  readonly identity?: string
  readonly actions: readonly RecordedAction[]
}

/** The text of a draft could not be extended, because it is not a map of fields. */
export class DraftError extends Error {
  override readonly name = 'DraftError'
}

/**
 * Adds a recorded step to the end of a scenario's text. Comments and the other steps stay as they are.
 * @throws DraftError
 */
export function addRecordedStep(text: string, step: RecordedStep): string {
  return changed(text, (document) => {
    const steps: unknown = document.get('steps')
    const names = namesOfChecks(document.toJS() as unknown)
    if (!isSeq(steps)) document.set('steps', document.createNode([stepOf(step, names)]))
    else {
      steps.flow = false
      steps.add(document.createNode(stepOf(step, names)))
    }
  })
}

/**
 * Adds the objects that exist before the first step, when the text has neither objects nor steps.
 * @throws DraftError
 */
export const addStart = (text: string, objects: readonly ApiObject[]): string =>
  changed(text, (document) => {
    if (objects.length > 0 && !document.has('objects') && hasNoSteps(document.toJS() as unknown))
      document.set('objects', document.createNode(objects))
  })

/**
 * The identity of a user. Returns an identity of the draft, or a new one whose name the draft does not use.
 * @throws DraftError
 */
export function identityOfUser(text: string, user: string): Identity {
  const identities = objectsIn(fieldsOf(parsed(text))['identities'])
  const known = identities.find((identity) => identity['user'] === user && typeof identity['name'] === 'string')
  if (known !== undefined) {
    const groups = stringsIn(known['groups'])
    return { name: String(known['name']), user, ...(groups.length > 0 && { groups }) }
  }
  const name = user
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return { name: freeName(name === '' ? 'user' : name, new Set(identities.map((identity) => identity['name']))), user }
}

/**
 * Adds an identity, unless the text has one of this name.
 * @throws DraftError
 */
export const addIdentity = (text: string, identity: Identity): string =>
  changed(text, (document) => {
    const known = objectsIn(fieldsOf(document)['identities'])
    if (known.some(({ name }) => name === identity.name)) return
    const identities: unknown = document.get('identities')
    if (!isSeq(identities)) document.set('identities', document.createNode([identity]))
    else identities.add(document.createNode(identity))
  })

type Draft = ReturnType<typeof parseDocument>

/** @throws DraftError for a text that is not one YAML map */
function parsed(text: string): Draft {
  const document: Draft = parseDocument(text, yamlOptions)
  const [error] = document.errors
  if (error !== undefined) throw new DraftError(`The draft is not YAML: ${error.message}`)
  if (!isObject(document.toJS() as unknown)) throw new DraftError('The draft has no fields')
  return document
}

const fieldsOf = (document: Draft): JsonObject => objectOrEmpty(document.toJS() as unknown)

function changed(text: string, change: (document: Draft) => void): string {
  const document = parsed(text)
  change(document)
  return document.toString({ lineWidth: 0 })
}

function hasNoSteps(value: unknown): boolean {
  const { steps } = objectOrEmpty(value)
  return !Array.isArray(steps) || steps.length === 0
}

const namesOfChecks = (value: unknown): ReadonlySet<unknown> =>
  new Set(
    objectsIn(objectOrEmpty(value)['steps'])
      .flatMap((step) => objectsIn(step['checks']))
      .map(({ name }) => name),
  )

function stepOf({ identity, actions }: RecordedStep, taken: ReadonlySet<unknown>): object {
  const names = new Set(taken)
  const checks = actions
    .flatMap((action) => action.checks)
    .map(({ name, title, expr }) => {
      const free = freeName(name, names)
      names.add(free)
      return { name: free, title, expr }
    })
  return {
    title: checks[0]?.title.slice(0, 120) ?? 'Go on',
    text: `${actions.map(textOf).join('\n\n')}\n`,
    ...(identity !== undefined && { identity }),
    ...(checks.length > 0 && { checks: checks.slice(0, 20) }),
    solution: actions.map((action) => ('run' in action ? { run: action.run } : { apply: action.apply })),
  }
}

const textOf = (action: RecordedAction): string =>
  'run' in action
    ? `Run this command:\n\n\`\`\`run\n${action.run}\n\`\`\``
    : `Apply this manifest:\n\n\`\`\`yaml apply ${action.file}\n${action.apply.trimEnd()}\n\`\`\``
