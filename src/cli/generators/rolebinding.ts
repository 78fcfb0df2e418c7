import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { array, text } from '../flags.ts'
import type { Session } from '../session.ts'
import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'

const subjectFlags = [
  text('clusterrole', 'The cluster role that the binding refers to.'),
  array('group', 'Groups to bind to the role; repeat for several.'),
  array('serviceaccount', 'Service accounts to bind to the role, as <namespace>:<name>.'),
  array('user', 'Usernames to bind to the role; repeat for several.'),
]

export const roleBinding = {
  name: 'rolebinding',
  summary: 'Create a role binding for a particular role or cluster role',
  usage: 'NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:name]',
  examples: [
    ['Let alice do what the role allows', '{cli} create rolebinding alice-reads --role=pod-reader --user=alice'],
  ],
  flags: [...subjectFlags, text('role', 'The role that the binding refers to.')],
  failure: 'failed to create rolebinding:',
  build(session, name): ApiObject {
    const { flags } = session
    if ((flags.text('role') === '') === (flags.text('clusterrole') === ''))
      throw new Failure('exactly one of clusterrole or role must be specified')
    return binding(session, 'RoleBinding', name)
  },
} satisfies Generator

export const clusterRoleBinding = {
  name: 'clusterrolebinding',
  summary: 'Create a cluster role binding for a particular cluster role',
  usage: 'NAME --clusterrole=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:name]',
  flags: subjectFlags.map((flag) =>
    flag.name === 'clusterrole' ? ({ ...flag, required: true, completes: 'clusterrole' } as const) : flag,
  ),
  requiresName: false,
  failure: 'failed to create clusterrolebinding:',
  build: (session, name) => binding(session, 'ClusterRoleBinding', name),
} satisfies Generator

function binding(session: Session, kind: string, name: string): ApiObject {
  const { flags, host } = session
  const apiGroup = host.dialect.spell('rbac.authorization.{domain}')
  const named = (subjectKind: string, names: readonly string[]) =>
    names.map((subject) => ({ apiGroup, kind: subjectKind, name: subject }))
  const accounts = flags.list('serviceaccount').map((account) => {
    const [namespace = '', accountName = '', ...more] = account.split(':')
    if (namespace === '' || accountName === '' || more.length > 0)
      throw new Failure('serviceaccount must be <namespace>:<name>')
    return { kind: 'ServiceAccount', name: accountName, namespace }
  })
  const subjects = [...named('User', flags.list('user')), ...named('Group', flags.list('group')), ...accounts]
  const roleName = flags.text('role')
  return {
    apiVersion: `${apiGroup}/v1`,
    kind,
    metadata: newMetadata(name),
    roleRef: { apiGroup, kind: roleName === '' ? 'ClusterRole' : 'Role', name: roleName || flags.text('clusterrole') },
    ...(subjects.length > 0 ? { subjects } : {}),
  }
}
