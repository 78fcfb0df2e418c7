import { quote } from '../../api/go-format.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { nodeRules } from '../../resources/rbac/bootstrap-node.ts'
import type { PolicyRule } from '../../resources/rbac/bootstrap-notation.ts'
import type { Attributes, Authorizer, Decision } from '../authorizer.ts'
import { NO_OPINION } from '../authorizer.ts'
import { readRules, rulesAllow } from '../rbac/policy-rules.ts'
import type { VertexType, NodeGraph } from './node-graph.ts'
import { nodeOf } from './node-user.ts'

/** Returns the reason of a refusal; undefined when the request is allowed. */
type Check = (node: string, attributes: Attributes) => string | undefined

const allowed = (because: string): Decision => ({ effect: 'allow', reason: '', because })
const byRules = allowed('a rule for every node')
const byRelation = allowed('the object belongs to the node, or one of its pods uses it')

/**
 * `--authorization-mode=Node`: a node may read the objects that its pods use, write its own objects, and use the
 * permissions of every node. Decides for members of `system:nodes` only.
 */
export function nodeAuthorizer(
  graph: NodeGraph,
  dialect: Dialect,
  isOn: (gate: string) => boolean,
): Pick<Authorizer, 'authorize'> {
  const rules = readRules(spelled(nodeRules(isOn), dialect))
  const checks = checksOf(graph, dialect)
  return {
    authorize(attributes) {
      const node = nodeOf(attributes.user)
      if (node === undefined) return NO_OPINION
      if (node === '') {
        return { effect: 'no-opinion', reason: `unknown node for user ${quote(attributes.user.username)}` }
      }
      const check = attributes.resourceRequest ? checks.get(`${attributes.group}/${attributes.resource}`) : undefined
      if (check === undefined) return rulesAllow(rules, attributes) ? byRules : NO_OPINION
      const reason = check(node, attributes)
      return reason === undefined ? byRelation : { effect: 'no-opinion', reason }
    },
  }
}

const spelled = (rules: readonly PolicyRule[], { spell }: Dialect) =>
  rules.map((rule) => ({ ...rule, ...(rule.apiGroups && { apiGroups: rule.apiGroups.map(spell) }) }))

function checksOf(graph: NodeGraph, { spell }: Dialect): ReadonlyMap<string, Check> {
  const related =
    (vertexType: VertexType): Check =>
    (node, { namespace, name }) => {
      if (name === '') return 'No Object name found'
      return graph(node, vertexType, namespace, name)
        ? undefined
        : `no relationship found between node '${node}' and this object`
    }
  const [resource, storage] = [spell('resource.{domain}'), spell('storage.{domain}')]
  return new Map([
    ['/secrets', readable(related('secret'))],
    ['/configmaps', readable(related('configMap'))],
    ['/persistentvolumes', gettable(related('volume'))],
    ['/persistentvolumeclaims', claims(related('claim'))],
    ['/serviceaccounts', accounts(related('account'))],
    [`${resource}/resourceclaims`, gettable(related('resourceClaim'))],
    [`${resource}/resourceslices`, slices(related('slice'))],
    [`${storage}/volumeattachments`, gettable(related('attachment'))],
    [`${storage}/csinodes`, driverInfo],
    [`${spell('coordination.{domain}')}/leases`, leases(spell('{system}-node-lease'))],
  ])
}

const OWN_VERBS = ['get', 'create', 'update', 'patch', 'delete']

const readable =
  (related: Check): Check =>
  (node, attributes) => {
    const { verb, subresource, namespace } = attributes
    if (!['get', 'list', 'watch'].includes(verb)) return 'can only read resources of this type'
    if (subresource !== '') return 'cannot read subresource'
    if (namespace === '') return 'can only read namespaced object of this type'
    return related(node, attributes)
  }

const gettable =
  (related: Check): Check =>
  (node, attributes) => {
    if (attributes.verb !== 'get') return 'can only get individual resources of this type'
    if (attributes.subresource !== '') return 'cannot get subresource'
    return related(node, attributes)
  }

const claims = (related: Check): Check => {
  const get = gettable(related)
  return (node, attributes) => {
    if (attributes.subresource !== 'status') return get(node, attributes)
    if (!['update', 'patch'].includes(attributes.verb)) return 'can only get/update/patch this type'
    return related(node, attributes)
  }
}

const accounts =
  (related: Check): Check =>
  (node, attributes) => {
    const { verb, name, subresource } = attributes
    if (verb !== 'create' || name === '') return 'can only create tokens for individual service accounts'
    if (subresource !== 'token') return 'can only create token subresource of serviceaccount'
    return related(node, attributes)
  }

const leases =
  (ofNodes: string): Check =>
  (node, { verb, namespace, name }) => {
    if (!OWN_VERBS.includes(verb)) return 'can only get, create, update, patch, or delete a node lease'
    if (namespace !== ofNodes) return `can only access leases in the ${quote(ofNodes)} system namespace`
    if (verb === 'create' || name === node) return undefined
    return 'can only access node lease with the same name as the requesting node'
  }

const driverInfo: Check = (node, { verb, subresource, name }) => {
  if (!OWN_VERBS.includes(verb)) return 'can only get, create, update, patch, or delete a CSINode'
  if (subresource !== '') return 'cannot authorize CSINode subresources'
  if (verb === 'create' || name === node) return undefined
  return 'can only access CSINode with the same name as the requesting node'
}

const slices =
  (related: Check): Check =>
  (node, attributes) => {
    const { verb, subresource } = attributes
    if (subresource !== '') return 'cannot authorize ResourceSlice subresources'
    // Admission checks the content of new objects. Lists and watches have no object to compare.
    if (['create', 'list', 'watch'].includes(verb)) return undefined
    if (!OWN_VERBS.includes(verb)) return 'can only get, create, update, patch, or delete a ResourceSlice'
    return related(node, attributes)
  }
