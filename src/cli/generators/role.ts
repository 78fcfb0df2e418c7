import type { ApiObject } from '../../../worker/api/object.ts'
import type { ResourceType } from '../discovery.ts'
import { groupResource, NoSuchType } from '../discovery.ts'
import { BareFailure, Failure } from '../failure.ts'
import { array, list, map } from '../flags.ts'
import { NON_RESOURCE_VERBS } from '../non-resource-verbs.ts'
import type { Session } from '../session.ts'
import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'

const ruleFlags = [
  list('resource', 'Resource that the rule applies to: pods, deployments.apps, pods/log.'),
  array('resource-name', 'Name of one object that the rule applies to; repeat for several.'),
  list('verb', 'Verb that applies to the resources contained in the rule.'),
]

export const role = {
  name: 'role',
  summary: 'Create a role with single rule',
  usage: 'NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename]',
  examples: [['Allow to read pods', '{cli} create role pod-reader --verb=get,list,watch --resource=pods']],
  flags: ruleFlags,
  build: async (session, name) => withRules(session, 'Role', name, await resourceRules(session)),
} satisfies Generator

export const clusterRole = {
  name: 'clusterrole',
  summary: 'Create a cluster role',
  usage: 'NAME --verb=verb --resource=resource.group [--resource-name=resourcename] [--non-resource-url=url]',
  examples: [['Allow to read pods everywhere', '{cli} create clusterrole pod-reader --verb=get,list --resource=pods']],
  flags: [
    map('aggregation-rule', 'An aggregation label selector for combining ClusterRoles: key=value.', {
      fault: 'malformed pair, expect string=string',
    }),
    ...ruleFlags,
    list('non-resource-url', 'A partial url that the user should have access to.'),
  ],
  async build(session, name) {
    const aggregated = session.flags.list('aggregation-rule')
    if (aggregated.length > 0) {
      if (RULE_FLAGS.some((flag) => session.flags.list(flag).length > 0))
        throw new Failure(
          'aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames',
        )
      const matchLabels = Object.fromEntries(aggregated.map((pair) => pair.split('=') as [string, string]))
      const made = withRules(session, 'ClusterRole', name, [])
      return { ...made, aggregationRule: { clusterRoleSelectors: [{ matchLabels }] }, rules: null }
    }
    const verbs = verbsOf(session)
    const urls = [...new Set(session.flags.list('non-resource-url'))]
    const named = session.flags.list('resource').length > 0
    if (!named && urls.length === 0) throw new Failure('one of resource or nonResourceURL must be specified')
    const rules = named ? await resourceRules(session) : []
    if (urls.length > 0) checkUrls(urls, verbs)
    return withRules(session, 'ClusterRole', name, [
      ...rules,
      ...(urls.length > 0 ? [{ nonResourceURLs: urls, verbs }] : []),
    ])
  },
} satisfies Generator

const RULE_FLAGS = ['non-resource-url', 'verb', 'resource', 'resource-name']

/** @throws Failure for a verb or a path that no rule about paths can have */
function checkUrls(urls: readonly string[], verbs: readonly string[]): void {
  const unfit = verbs.find((verb) => !NON_RESOURCE_VERBS.has(verb))
  if (unfit !== undefined) throw new Failure(`invalid verb: '${unfit}' for nonResourceURL`)
  for (const url of urls.filter((each) => each !== '*')) {
    if (!url.startsWith('/')) throw new Failure('nonResourceURL should start with /')
    if (url.slice(0, -1).includes('*'))
      throw new Failure("nonResourceURL only supports wildcard matches when '*' is at the end")
  }
}

function withRules(session: Session, kind: string, name: string, rules: ApiObject[]): ApiObject {
  const apiVersion = session.host.dialect.spell('rbac.authorization.{domain}/v1')
  return { apiVersion, kind, metadata: newMetadata(name), rules }
}

function verbsOf({ flags }: Session): string[] {
  const verbs = [...new Set(flags.list('verb'))]
  if (verbs.length === 0) throw new Failure('at least one verb must be specified')
  return verbs.includes('*') ? ['*'] : verbs
}

const VERBS = new Set(
  '* get delete list create update patch watch proxy deletecollection use bind escalate impersonate'.split(' '),
)

const ROLES = ['roles.rbac.authorization.{domain}', 'clusterroles.rbac.authorization.{domain}']

/** The resources that a verb is limited to. Discovery does not list all of them: users and groups have no objects. */
const RESOURCES_OF_VERB = new Map([
  ['use', ['podsecuritypolicies.policy', 'podsecuritypolicies.extensions']],
  ['bind', ROLES],
  ['escalate', ROLES],
  ['impersonate', ['users', 'serviceaccounts', 'groups', 'userextras.authentication.{domain}']],
])

/** One rule for each group, in the order of the groups' names. */
async function resourceRules(session: Session): Promise<ApiObject[]> {
  const { flags } = session
  const verbs = verbsOf(session)
  const words = flags.list('resource')
  for (const verb of verbs)
    if (!VERBS.has(verb)) session.host.stderr(`Warning: '${verb}' is not a standard resource verb\n`)
  if (words.length === 0) throw new Failure('at least one resource must be specified')
  const names = [...new Set(flags.list('resource-name'))]
  if (words.includes('*')) return [{ apiGroups: [''], resources: ['*'], verbs }]
  const byGroup = new Map<string, string[]>()
  for (const each of words) {
    const [typeName = '', subresource] = each.split(/\/(.*)/s, 2)
    const type = await typeOf(session, typeName, verbs)
    const resource = subresource === undefined || subresource === '' ? type.resource : `${type.resource}/${subresource}`
    const others = byGroup.get(type.group) ?? []
    if (!others.includes(resource)) byGroup.set(type.group, [...others, resource])
  }
  return [...byGroup]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, resources]) => ({
      apiGroups: [group],
      ...(names.length > 0 ? { resourceNames: names } : {}),
      resources,
      verbs,
    }))
}

/**
 * A group that begins with a version: `deployments.v1.apps`. Here kubectl reads everything after the first dot as the
 * group, and no group has that name.
 */
const VERSION_FIRST = /^v\d+(?:(?:alpha|beta)\d+)?(?:\.|$)/

type GroupResource = Pick<ResourceType, 'group' | 'resource'>

/**
 * The resource that a word names. With a verb of `RESOURCES_OF_VERB`, the server need not serve the resource.
 * @throws Failure
 */
async function typeOf(session: Session, typeName: string, verbs: readonly string[]): Promise<GroupResource> {
  const [resource = '', group = ''] = typeName.split(/\.(.*)/s, 2)
  if (resource === '') throw new Failure('resource must be specified if apiGroup/subresource specified')
  if (resource === '*') return { group, resource }
  let type: GroupResource = { group, resource }
  let missing: unknown
  try {
    if (VERSION_FIRST.test(group)) throw new NoSuchType(resource)
    type = await session.type(typeName)
  } catch (error) {
    missing = error
  }
  for (const verb of verbs) {
    const own = RESOURCES_OF_VERB.get(verb)
    if (own === undefined) continue
    if (!own.some((name) => session.host.dialect.spell(name) === groupResource(type)))
      throw new Failure(`can not perform '${verb}' on '${type.resource}' in group '${type.group}'`)
    missing = undefined
  }
  if (missing !== undefined) alone(missing, typeName)
  return type
}

/** Throws the error. kubectl prints the error about an unknown type without `error: ` and names the group. */
function alone(error: unknown, name: string): never {
  if (!(error instanceof NoSuchType)) throw error
  const at = name.indexOf('.')
  throw new BareFailure(error.message + (at < 0 ? '' : ` in group ${JSON.stringify(name.slice(at + 1))}`))
}
