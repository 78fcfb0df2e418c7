import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { dryRunOf, forEach, reporter } from '../changes.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags, selectorFlag } from '../common-flags.ts'
import { Failure } from '../failure.ts'
import { array, boolean } from '../flags.ts'
import { mergePatched } from '../merge-patched.ts'
import { select, selectedObjects } from '../selection.ts'
import type { Session } from '../session.ts'

const flags = [
  boolean('all', 'Select all resources of the given types in the namespace.'),
  dryRunFlag,
  fieldManagerFlag('{cli}-set'),
  ...filenameFlags('identifying the resource'),
  ...printFlags,
]

/** Sends what a change makes of each object; undefined: nothing to do. */
async function change(
  session: Session,
  words: readonly string[],
  done: string,
  patchOf: (object: ApiObject) => JsonObject | undefined,
): Promise<void> {
  const dryRun = dryRunOf(session)
  const report = await reporter(session, dryRun)
  const selection = await select(session, { words, all: session.flags.boolean('all') })
  await forEach(selectedObjects(session, selection), async ({ target, load }) => {
    const before = await load()
    const patch = patchOf(before)
    if (patch === undefined) return
    if (dryRun === 'client') return report({ ...before, ...patch }, done)
    report(await mergePatched(session, target, patch, dryRun), done)
  })
}

export const selector = {
  name: 'selector',
  summary: 'Set the selector on a resource',
  usage: 'set selector (-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]',
  examples: [['Set the selector of a service', "{cli} set selector service web 'environment=qa'"]],
  flags,
  async run(session) {
    const pairs = session.args.filter((word) => word.includes('=')).flatMap((word) => word.split(','))
    if (pairs.length === 0) throw new Failure('a selector is required')
    const wanted = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
    const words = session.args.filter((word) => !word.includes('='))
    await change(session, words, 'selector updated', ({ kind = '', spec }) => {
      if (kind !== 'Service') throw new Failure(`setting a selector is only supported for Services`)
      const known = isObject(spec) && isObject(spec.selector) ? spec.selector : {}
      const removed = Object.keys(known).filter((key) => !(key in wanted))
      return { spec: { selector: { ...Object.fromEntries(removed.map((key) => [key, null])), ...wanted } } }
    })
  },
} satisfies Command

export const subject = {
  name: 'subject',
  summary: 'Update the user, group, or service account in a role binding or cluster role binding',
  usage:
    'set subject (-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:name]',
  examples: [['Bind a user', '{cli} set subject rolebinding admin --user=jane']],
  flags: [
    ...flags,
    selectorFlag,
    array('group', 'Groups to bind to the role.'),
    array('serviceaccount', 'Service accounts to bind to the role: namespace:name.'),
    array('user', 'Users to bind to the role.'),
  ],
  async run(session) {
    const wanted = subjectsOf(session)
    if (wanted.length === 0) throw new Failure('you must specify at least one value of user, group or serviceaccount')
    await change(session, session.args, 'subjects updated', ({ subjects }) => {
      const known = Array.isArray(subjects) ? subjects.filter(isObject) : []
      const added = wanted.filter((each) => !known.some((old) => sameSubject(old, each)))
      return added.length === 0 ? undefined : { subjects: [...known, ...added] }
    })
  },
} satisfies Command

const sameSubject = (a: JsonObject, b: JsonObject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '')

function subjectsOf({ flags: given, host }: Session): JsonObject[] {
  const apiGroup = host.dialect.spell('rbac.authorization.{domain}')
  return [
    ...given.list('user').map((name) => ({ kind: 'User', apiGroup, name })),
    ...given.list('group').map((name) => ({ kind: 'Group', apiGroup, name })),
    ...given.list('serviceaccount').map((word) => {
      const [namespace = '', name, ...more] = word.split(':')
      if (name === undefined || more.length > 0) throw new Failure('serviceaccount must be <namespace>:<name>')
      return { kind: 'ServiceAccount', namespace, name }
    }),
  ]
}
