import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn } from '../../../worker/api/json.ts'
import { dryRunOf } from '../write-options.ts'
import { reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { ConfigurationFailure } from '../configuration-faults.ts'
import { Failure, throwAll } from '../failure.ts'
import { array, text } from '../flags.ts'
import { labelRequirements } from '../label-selectors.ts'
import type { ObjectChange } from '../object-changes.ts'
import { changeObjects, readApplying } from '../object-changes.ts'
import type { Session } from '../session.ts'
import { setFlags, setSelectorFlags } from '../set-flags.ts'
import { sameSubject } from '../role-reconciliation.ts'

export const selector = {
  name: 'selector',
  summary: 'Set the selector on a resource',
  usage: 'set selector (-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]',
  examples: [['Set the selector of a service', "{cli} set selector service web 'environment=qa'"]],
  flags: [...setSelectorFlags, text('resource-version', 'Change only if this is the current version of the object.')],
  async run(session) {
    const { args, flags } = session
    const dryRun = dryRunOf(session)
    const expression = args.at(-1)
    const { matchLabels, matchExpressions } = labelRequirements(expression ?? '')
    const faults = flags.boolean('local') ? [] : await configurationFaults(session)
    const report = await reporter(session, dryRun, { typed: true })
    if (expression === undefined) throw new Failure('one selector is required')
    throwAll(faults)
    const version = flags.text('resource-version')
    const how: ObjectChange = {
      done: 'selector updated',
      always: true,
      namesObject: false,
      change(object) {
        if (object.kind !== 'Service') throw new Failure('setting a selector is only supported for Services')
        if (matchExpressions.length > 0)
          throw new Failure(
            `match expression [${matchExpressions.map(goExpression).join(' ')}] not supported on this object`,
          )
        return {
          ...object,
          metadata: { ...object.metadata, ...(version === '' ? {} : { resourceVersion: version }) },
          spec: { ...objectOrEmpty(object.spec), selector: { ...matchLabels } },
        }
      },
    }
    await changeObjects(session, args.slice(0, -1), how, { dryRun, report })
  },
} satisfies Command

const goExpression = ({ key, operator, values }: JsonObject): string =>
  `{${String(key)} ${String(operator)} [${Array.isArray(values) ? values.join(' ') : ''}]}`

/** kubectl reports a faulty configuration twice here: once for the connection, once for the namespace. */
async function configurationFaults(session: Session): Promise<readonly unknown[]> {
  const faults: unknown[] = []
  await session.namespace().catch((error: unknown) => faults.push(error))
  const [fault] = faults
  if (fault === undefined) return faults
  await session.connection().catch((error: unknown) => faults.unshift(error))
  const isSecond = faults.length > 1 && fault instanceof Failure && !(fault instanceof ConfigurationFailure)
  return isSecond ? [faults[0], new Failure(`invalid configuration: ${fault.message}`)] : faults
}

export const subject = {
  name: 'subject',
  summary: 'Update the user, group, or service account in a role binding or cluster role binding',
  usage:
    'set subject (-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:name]',
  examples: [['Bind a user', '{cli} set subject rolebinding admin --user=jane']],
  flags: [
    ...setFlags,
    array('group', 'Groups to bind to the role.'),
    array('serviceaccount', 'Service accounts to bind to the role: namespace:name.'),
    array('user', 'Users to bind to the role.'),
  ],
  async run(session) {
    const applying = await readApplying(session)
    const namespace = await session.namespace()
    let subjects: readonly JsonObject[] = []
    const how: ObjectChange = {
      done: 'subjects updated',
      failure: 'failed to patch subjects to rolebinding:',
      commandLineFaults() {
        subjects = subjectsOf(session, namespace)
        return subjects.length === 0 ? ['you must specify at least one value of user, group or serviceaccount'] : []
      },
      checkObjects(objects) {
        const lacksNamespace = session.flags.list('serviceaccount').some((word) => word.startsWith(':'))
        if (lacksNamespace && objects.some(({ kind }) => kind === 'ClusterRoleBinding'))
          throw new Failure('serviceaccount must be <namespace>:<name>, namespace must be specified')
      },
      change(object) {
        if (object.kind !== 'RoleBinding' && object.kind !== 'ClusterRoleBinding')
          throw new Failure('setting subjects is only supported for RoleBinding/ClusterRoleBinding')
        const known = objectsIn(object.subjects)
        const added = subjects.filter((each) => !known.some((old) => sameSubject(old, each)))
        return added.length === 0 ? object : { ...object, subjects: [...known, ...added] }
      },
    }
    await changeObjects(session, session.args, how, applying)
  },
} satisfies Command

/** The subjects of the command line: users, groups, then service accounts. Each flag's values are sorted, each once. */
function subjectsOf({ flags: given, host }: Session, namespace: string): JsonObject[] {
  const apiGroup = host.dialect.spell('rbac.authorization.{domain}')
  const named = (flag: string): string[] => [...new Set(given.list(flag))].sort()
  return [
    ...named('user').map((name) => ({ kind: 'User', apiGroup, name })),
    ...named('group').map((name) => ({ kind: 'Group', apiGroup, name })),
    ...named('serviceaccount').map((word) => {
      const [own, name = '', ...more] = word.split(':')
      if (name === '' || more.length > 0) throw new Failure('serviceaccount must be <namespace>:<name>')
      return { kind: 'ServiceAccount', namespace: own || namespace, name }
    }),
  ]
}
