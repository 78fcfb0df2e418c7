import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { entry } from '../command.ts'
import { filenameFlags, printFlags } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, hasReason, Misplaced } from '../failure.ts'
import { boolean } from '../flags.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, isMatched, selectedObjects } from '../selected-objects.ts'
import { select, withoutNamespace } from '../selection.ts'
import type { Session } from '../session.ts'
import { namesFiles } from '../manifests.ts'

/** Attempts of a change that conflicts with another writer. */
const TRIES = 10

interface Decision {
  readonly type: 'Approved' | 'Denied'
  readonly other: 'Approved' | 'Denied'
  readonly word: 'approve' | 'deny'
}

function decisionCommand(decision: Decision): Command {
  const { word } = decision
  const title = word === 'approve' ? 'Approve' : 'Deny'
  return {
    name: word,
    summary: `${title} a certificate signing request`,
    usage: `certificate ${word} (-f FILENAME | NAME)`,
    examples: [[`${title} CSR 'csr-sqgzp'`, `{cli} certificate ${word} csr-sqgzp`]],
    flags: [
      ...filenameFlags('identifying the resource to update'),
      boolean('force', 'Update the CSR even if it is already decided.'),
      ...printFlags,
    ],
    run: (session) => run(session, decision),
  }
}

async function run(session: Session, decision: Decision): Promise<void> {
  const { flags, args } = session
  const report = await reporter(session, 'none')
  await session.connection()
  if (args.length === 0 && !namesFiles(flags))
    throw new Failure('one or more CSRs must be specified as <name> or -f <filename>')
  const words = args.map((word) => (word.includes('/') ? word : `certificatesigningrequests/${word}`))
  const selection = await select(session, { words })
  if (selection.targets.some(({ type, object }) => type.namespaced && object === undefined))
    throw new Failure('namespace may not be empty when retrieving a resource by name')
  const targets = selection.targets.map(placedByItself)
  await forEach(selectedObjects(session, { ...selection, targets }, { readsFiles: true }), async ({ target, load }) => {
    const object = await load()
    requireRequest(session, target)
    report(await decide(session, target, { object, decision }), decision.type.toLowerCase())
  })
  if (selection.targets.length === 0) session.host.stdout('No resources found\n')
}

/** kubectl sets no namespace here, neither the one of the command line nor a default. */
function placedByItself(target: Target): Target {
  const { object, type, name, refusal } = target
  if (object === undefined || !type.namespaced || !isMatched(target)) return target
  const namespace = object.metadata?.namespace
  if (name !== '' && (namespace ?? '') === '') return { ...target, refusal: withoutNamespace(type, name) }
  return refusal instanceof Misplaced ? { ...target, namespace, refusal: undefined } : target
}

function requireRequest({ host }: Session, { type }: Target): void {
  const group = host.dialect.spell('certificates.{domain}')
  if (type.kind === 'CertificateSigningRequest' && type.group === group) return
  const got = type.group === '' ? type.kind : `${type.kind}.${type.group}`
  throw new Failure(`can only handle CertificateSigningRequest.${group} objects, got ${got}`)
}

interface Deciding {
  readonly object: ApiObject
  readonly decision: Decision
  readonly tries?: number
}

/** Stores the decision. Returns the object as it was before, which kubectl prints. */
async function decide(
  session: Session,
  target: Target,
  { object, decision, tries = TRIES }: Deciding,
): Promise<ApiObject> {
  const conditions = conditionsOf(object)
  if (conditions.some(({ type }) => type === decision.other))
    throw new Failure(`certificate signing request ${JSON.stringify(target.name)} is already ${decision.other}`)
  const decided = conditions.some(({ type }) => type === decision.type)
  if (decided && !session.flags.boolean('force')) return object
  const client = await session.client()
  try {
    await client.json({
      method: 'PUT',
      path: `${resourcePath(target.type, target.namespace, target.name)}/approval`,
      body: stringifyJson(decided ? object : withCondition(session, object, decision)),
    })
    return object
  } catch (error) {
    if (!hasReason(error, 'Conflict') || tries <= 1) throw error
    return decide(session, target, { object: await fetchTarget(session, target), decision, tries: tries - 1 })
  }
}

function conditionsOf({ status }: ApiObject): JsonObject[] {
  return objectsIn(objectOrEmpty(status).conditions)
}

function withCondition({ cli, host }: Session, object: ApiObject, { type, word }: Decision): ApiObject {
  const name = cli.charAt(0).toUpperCase() + cli.slice(1)
  const condition = {
    type,
    status: 'True',
    reason: `${name}${word === 'approve' ? 'Approve' : 'Deny'}`,
    message: `This CSR was ${type.toLowerCase()} by ${cli} certificate ${word}.`,
    lastUpdateTime: new Date(host.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  }
  return {
    ...object,
    status: { ...objectOrEmpty(object.status), conditions: [...conditionsOf(object), condition] },
  }
}

export const certificate = {
  name: 'certificate',
  summary: 'Modify certificate resources',
  usage: 'certificate SUBCOMMAND',
  alone: { stream: 'stdout', code: 0 },
  commands: [
    decisionCommand({ type: 'Approved', other: 'Denied', word: 'approve' }),
    decisionCommand({ type: 'Denied', other: 'Approved', word: 'deny' }),
  ].map(entry),
} satisfies Command
