import { ANY_JSON } from '../client.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import type { Command } from '../command.ts'
import { allNamespacesFlag } from '../common-flags.ts'
import { formatGroupVersion } from '../../../worker/api/group-version.ts'
import { Failure, isRequestFailure, UsageError } from '../failure.ts'
import { boolean, text } from '../flags.ts'
import { ruleRows } from '../compact-rules.ts'
import { alignColumns } from '../printers/columns.ts'
import { NON_RESOURCE_VERBS } from '../non-resource-verbs.ts'
import { logLevel } from '../klog.ts'
import type { Session } from '../session.ts'

const VERBS = new Set('get list watch create update patch delete deletecollection use bind impersonate *'.split(' '))

/** Names that the verb `impersonate` uses as resources. No API serves them, so they cause no warning. */
const VIRTUAL: ReadonlySet<string> = new Set(['users', 'groups'])

export const canI = {
  name: 'can-i',
  summary: 'Check whether an action is allowed',
  usage: 'auth can-i VERB [TYPE | TYPE/NAME | NONRESOURCEURL]',
  examples: [
    ['May I create pods in every namespace?', '{cli} auth can-i create pods --all-namespaces'],
    ['What may I do here?', '{cli} auth can-i --list'],
    ['May someone else?', '{cli} auth can-i get secrets --as=alice'],
  ],
  flags: [
    allNamespacesFlag,
    boolean('list', 'If true, prints all allowed actions.'),
    boolean('no-headers', 'If true, prints allowed actions without headers.'),
    boolean('quiet', 'If true, print nothing and answer by the exit code.', { short: 'q' }),
    text('subresource', 'The subresource, such as pod/log or deployment/scale.'),
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<number | undefined> {
  const { flags, args, host } = session
  if (flags.boolean('list')) return listRules(session)
  const [verb, resource] = args
  if (verb === undefined || resource === undefined || args.length > 2)
    throw new UsageError(
      'you must specify two arguments: verb resource or verb resource/resourceName.',
      `See '${session.cli} auth can-i -h' for help and examples.`,
    )
  const spec = resource.startsWith('/')
    ? { nonResourceAttributes: urlAttributes(session, verb, resource) }
    : { resourceAttributes: await resourceAttributes(session, verb, resource) }
  if (flags.boolean('no-headers')) throw new Failure('--no-headers cannot be set without --list specified')
  const review = await ask(session, 'SelfSubjectAccessReview', spec)
  const allowed = review.allowed === true
  const reason = typeof review.reason === 'string' && review.reason !== '' && !allowed ? ` - ${review.reason}` : ''
  if (!flags.boolean('quiet')) host.stdout(`${allowed ? 'yes' : `no${reason}`}\n`)
  return allowed ? 0 : 1
}

function urlAttributes({ flags, host }: Session, verb: string, path: string): JsonObject {
  if (flags.text('subresource') !== '') throw new Failure('--subresource can not be used with NonResourceURL')
  if (!NON_RESOURCE_VERBS.has(verb)) host.stderr(`Warning: verb '${verb}' is not a known verb\n\n`)
  return { path, verb }
}

/**
 * The `resourceAttributes` of an access review. kubectl warns of an unknown verb after it has looked up the resource.
 */
async function resourceAttributes(session: Session, verb: string, resource: string): Promise<JsonObject> {
  const { flags, host } = session
  const [typeName = '', name = ''] = resource.split('/')
  await session.connection()
  const namespace = flags.boolean('all-namespaces') ? '' : await session.namespace()
  const found = typeName === '*' ? { group: '', resource: '*' } : await groupResourceOf(session, typeName, namespace)
  // kubectl checks the verb only with a resource and in one namespace.
  if (typeName !== '' && !flags.boolean('all-namespaces') && !VERBS.has(verb))
    host.stderr(`Warning: verb '${verb}' is not a known verb\n\n`)
  return { verb, name, namespace, subresource: flags.text('subresource') || undefined, ...found }
}

async function groupResourceOf(session: Session, typeName: string, namespace: string): Promise<JsonObject> {
  const { host } = session
  try {
    const type = await session.type(typeName)
    // kubectl reads the scope of a type from discovery, and the log of `-v=6` shows that request.
    if (namespace !== '' && logLevel(session.flags, 'round_trippers') >= 6)
      await (
        await session.client()
      ).text({ path: type.group === '' ? `/api/${type.version}` : `/apis/${formatGroupVersion(type)}` })
    if (!type.namespaced && namespace !== '')
      host.stderr(
        `Warning: resource '${type.resource}' is not namespace scoped${type.group === '' ? '' : ` in group '${type.group}'`}\n\n`,
      )
    return { group: type.group, resource: type.resource }
  } catch (error) {
    // Without discovery, kubectl sends the word to the server as it is.
    if (!isRequestFailure(error)) throw error
    const [plural = '', ...group] = typeName.split('.')
    const isVirtual = group.length === 0 && VIRTUAL.has(plural)
    const inGroup = group.length === 0 ? '' : ` in group '${group.join('.')}'`
    if (!isVirtual) host.stderr(`Warning: the server doesn't have a resource type '${plural}'${inGroup}\n\n`)
    return { group: '', resource: typeName }
  }
}

async function ask(session: Session, kind: string, spec: JsonObject): Promise<JsonObject> {
  const group = session.host.dialect.spell('authorization.{domain}')
  const client = await session.client()
  const answer = await client.json({
    accept: ANY_JSON,
    method: 'POST',
    path: `/apis/${group}/v1/${kind.toLowerCase()}s`,
    body: stringifyJson({ apiVersion: `${group}/v1`, kind, metadata: {}, spec }),
  })
  return objectOrEmpty(answer.status)
}

async function listRules(session: Session): Promise<undefined> {
  const { flags, args } = session
  if (args.length > 0) throw new Failure('list option must be specified with no arguments')
  await session.connection()
  if (!flags.boolean('all-namespaces')) await session.namespace()
  if (flags.boolean('quiet') || flags.boolean('all-namespaces') || flags.text('subresource') !== '')
    throw new Failure("list option can't be specified with neither quiet, all-namespaces nor subresource options")
  const status = await ask(session, 'SelfSubjectRulesReview', { namespace: await session.namespace() })
  if (status.incomplete === true)
    session.host.stderr(`Warning: the list may be incomplete: ${stringOrEmpty(status.evaluationError)}\n`)
  const rows = flags.boolean('no-headers') ? [] : [['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs']]
  session.host.stdout(
    alignColumns([...rows, ...ruleRows([...objectsIn(status.resourceRules), ...objectsIn(status.nonResourceRules)])]),
  )
}
