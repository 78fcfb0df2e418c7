import type { JsonObject } from '../../../worker/api/json.ts'
import { stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import type { DryRun } from '../write-options.ts'
import { dryRunOf } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, filenameFlags, printFlags } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, hasReason } from '../failure.ts'
import { boolean } from '../flags.ts'
import type { Reconciliation } from '../role-reconciliation.ts'
import { reconcileBinding, reconcileRole } from '../role-reconciliation.ts'
import type { Target } from '../selection.ts'
import { fetchTarget, readTargets } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { namesFiles } from '../manifests.ts'

export const reconcile = {
  name: 'reconcile',
  summary: 'Reconciles rules for RBAC role, role binding, cluster role, and cluster role binding objects',
  usage: 'auth reconcile -f FILENAME',
  examples: [['Reconcile RBAC resources from a file', '{cli} auth reconcile -f my-rbac-rules.yaml']],
  flags: [
    dryRunFlag,
    ...filenameFlags('identifying the resource to reconcile'),
    ...printFlags,
    boolean('remove-extra-permissions', 'If true, removes extra permissions added to roles.'),
    boolean('remove-extra-subjects', 'If true, removes extra subjects added to rolebindings.'),
  ],
  async run(session) {
    const { flags, host } = session
    if (!namesFiles(flags)) throw new Failure('must specify one of -f and -k')
    if (session.args.length > 0) throw new Failure('no arguments are allowed')
    const dryRun = clientDryRun(session)
    const selection = await select(session, { typed: true, exclusionOf })
    await session.connection()
    const report = await reporter(session, dryRun, { typed: true })
    await forEach(readTargets(selection), async (target) => {
      if (target.type.namespaced && target.object?.metadata?.namespace === undefined)
        throw new Failure('an empty namespace may not be set when a resource name is provided')
      const live = await fetchTarget(session, target).catch((error: unknown) => {
        if (hasReason(error, 'NotFound')) return undefined
        throw error
      })
      const result = resultFor(session, target.object ?? {}, live)
      const isProtected = live?.metadata?.annotations?.[host.dialect.spell(AUTO_UPDATE)] === 'false'
      const isSent = dryRun === 'none' && !isProtected && result.operation !== undefined
      const object = isSent ? await send(session, target, result) : result.object
      report(object, 'reconciled')
      const caveat = isProtected ? `, but object opted out (${host.dialect.spell(AUTO_UPDATE)}: false)` : ''
      if (result.operation !== undefined) host.stderr(reported(result, caveat))
    })
  },
} satisfies Command

const isBinding = ({ kind = '' }: ApiObject): boolean => kind.endsWith('Binding')

const AUTO_UPDATE = 'rbac.authorization.{labels}/autoupdate'

/** Objects of other groups are ignored, and objects of other versions of RBAC are refused. */
function exclusionOf({ apiVersion = '', kind = '' }: ApiObject): 'ignored' | Failure | undefined {
  const [group = '', version = ''] = apiVersion.split('/')
  if (!group.startsWith('rbac.authorization.')) return 'ignored'
  return version === 'v1' ? undefined : new Failure(`only ${group}/v1 is supported: not *${version}.${kind}`)
}

/**
 * The value of `--dry-run`.
 * @throws Failure for `server`, and for an unknown value; the message names the command
 */
function clientDryRun(session: Session): DryRun {
  let dryRun: DryRun
  try {
    dryRun = dryRunOf(session)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(`error accessing --dry-run flag for command reconcile: ${error.message}`)
  }
  if (dryRun === 'server') throw new Failure('--dry-run=server for command reconcile is not supported yet')
  return dryRun
}

function resultFor({ flags }: Session, desired: ApiObject, live: ApiObject | undefined): Reconciliation {
  return isBinding(desired)
    ? reconcileBinding(desired, live, flags.boolean('remove-extra-subjects'))
    : reconcileRole(desired, live, flags.boolean('remove-extra-permissions'))
}

async function send(
  session: Session,
  { type, namespace, name }: Target,
  { object, operation }: Reconciliation,
): Promise<ApiObject> {
  const client = await session.client()
  const own = resourcePath(type, namespace, name)
  if (operation === 'update') return client.json({ method: 'PUT', path: own, body: stringifyJson(object) })
  if (operation === 'recreate') await client.json({ method: 'DELETE', path: own })
  if (namespace !== undefined) await ensureNamespace(session, namespace)
  return client.json({ method: 'POST', path: resourcePath(type, namespace), body: stringifyJson(object) })
}

/**
 * Creates the missing namespace of a new object. A Forbidden answer is ignored, because the user may still be allowed
 * to create the object.
 */
async function ensureNamespace(session: Session, name: string): Promise<void> {
  const client = await session.client()
  const path = '/api/v1/namespaces'
  const exists = await client.json({ path: `${path}/${name}` }).then(
    () => true,
    () => false,
  )
  if (exists) return
  const body = stringifyJson({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  await client.json({ method: 'POST', path, body }).catch((error: unknown) => {
    if (!hasReason(error, 'AlreadyExists') && !hasReason(error, 'Forbidden')) throw error
  })
}

function reported({ object, operation, lists }: Reconciliation, caveat: string): string {
  const itemText = isBinding(object) ? subjectText : ruleText
  const lines = lists.flatMap(({ title, items }) =>
    items.length === 0 ? [] : [`\t${title}:\n`, ...items.map((item) => `\t\t${itemText(item)}\n`)],
  )
  return `\treconciliation required ${operation}${caveat}\n${lines.join('')}`
}

/** A rule as Go's `%+v` prints the struct. */
const ruleText = (rule: JsonObject): string =>
  `{${RULE_FIELDS.map(([name, key]) => `${name}:[${stringsIn(rule[key]).join(' ')}]`).join(' ')}}`

/** A subject as Go's `%+v` prints the struct. */
const subjectText = (subject: JsonObject): string =>
  `{${SUBJECT_FIELDS.map(([name, key]) => `${name}:${stringOrEmpty(subject[key])}`).join(' ')}}`

const RULE_FIELDS = [
  ['Verbs', 'verbs'],
  ['APIGroups', 'apiGroups'],
  ['Resources', 'resources'],
  ['ResourceNames', 'resourceNames'],
  ['NonResourceURLs', 'nonResourceURLs'],
] as const

const SUBJECT_FIELDS = [
  ['Kind', 'kind'],
  ['APIGroup', 'apiGroup'],
  ['Name', 'name'],
  ['Namespace', 'namespace'],
] as const
