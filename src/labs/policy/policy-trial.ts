import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, type JsonObject } from '../../../worker/api/json.ts'
import { parseGroupVersion } from '../../../worker/api/group-version.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import { discover, type Discovery } from '../../client/discovery.ts'
import { applyManifest, readManifest } from '../../client/manifest.ts'
import { resourcePath } from '../../client/resource-path.ts'
import { withIdentity } from '../../scenario/identity-headers.ts'
import { evaluateExpression, type EvaluatedExpression } from '../cel/expression-request.ts'
import { commaSeparated } from '../comma-separated.ts'
import { labRequest, messageOf, type LabRequest } from '../lab-request.ts'
import { readYamlText } from '../read-yaml.ts'

/** A request of the matrix. */
export interface RequestTrial {
  readonly user: string
  /** Separated by commas. */
  readonly groups: string
  readonly operation: string
  readonly object: string
}

export interface RequestVerdict {
  readonly code: number
  readonly isAllowed: boolean
  readonly message: string
  readonly reason: string
  readonly warnings: readonly string[]
  /** The expressions of the policies, evaluated for this request. */
  readonly expressions: readonly EvaluatedPart[]
}

export interface EvaluatedPart {
  readonly policy: string
  /** The place of the expression in the policy, for example `validation 1` or `audit annotation team`. */
  readonly place: string
  readonly evaluated: EvaluatedExpression
}

export interface PolicyTrial {
  /** The faults of the manifest. */
  readonly faults: readonly string[]
  /** The policies of the manifest, as the server returned them. */
  readonly policies: readonly JsonObject[]
  readonly verdicts: readonly RequestVerdict[]
}

const POLICY = 'ValidatingAdmissionPolicy'
const DEFINITION = 'CustomResourceDefinition'

/** Applies policies, bindings and parameters, and tries requests as dry runs. */
export async function tryPolicies(
  cluster: ClusterHandle,
  manifest: string,
  requests: readonly RequestTrial[],
): Promise<PolicyTrial> {
  const discovery = await discover(cluster)
  const results = await applyManifest(manifest, {
    cluster,
    resolve: (group, kind) => Promise.resolve(discovery.byKind(group, kind)),
    namespace: 'default',
    manager: 'policy-lab',
    force: () => true,
  })
  const faults = results.flatMap(({ title, error }) => (error === undefined ? [] : [`${title}: ${error.message}`]))
  const policies = results.flatMap(({ answer }) => (answer?.kind === POLICY ? [answer] : []))
  // The manifest may define the kinds of parameters and of tried objects.
  const isExtended = results.some(({ answer }) => answer?.kind === DEFINITION)
  const trial = new Trial(cluster, isExtended ? await discover(cluster) : discovery, await readManifest(manifest))
  const verdicts: RequestVerdict[] = []
  for (const request of requests) verdicts.push(await trial.run(request))
  return { faults, policies, verdicts }
}

/**
 * Whether a policy refused the request: the server's message then contains `ValidatingAdmissionPolicy` and the name of the
 * policy.
 */
export const isPolicyRefusal = (message: string): boolean => message.includes('ValidatingAdmissionPolicy ')

/** Sends the requests of the matrix, and evaluates the expressions of the policies for each of them. */
class Trial {
  readonly #cluster: ClusterHandle
  readonly #discovery: Discovery
  readonly #manifest: readonly JsonObject[]

  constructor(cluster: ClusterHandle, discovery: Discovery, manifest: readonly JsonObject[]) {
    this.#cluster = cluster
    this.#discovery = discovery
    this.#manifest = manifest
  }

  async run({ user, groups, operation, object }: RequestTrial): Promise<RequestVerdict> {
    const read = await readYamlText(object)
    if ('fault' in read) return refusal(read.fault)
    if (!isObject(read.value)) return refusal('The object must be a map of fields.')
    const target = this.#target(read.value)
    if (target === undefined) return refusal('The server does not serve the kind of the object.')
    const identity = {
      name: 'tried',
      user,
      groups: commaSeparated(groups),
    }
    const init = user === '' ? {} : withIdentity({}, identity)
    const headers = Object.fromEntries(new Headers(init.headers))
    const answer = await labRequest(this.#cluster, { ...requestOf(operation, target, read.value), headers })
    const message = messageOf(answer)
    return {
      code: answer.code,
      isAllowed: answer.code < 400,
      message,
      reason: stringOrEmpty(answer.body['reason']),
      warnings: answer.warnings,
      expressions: await this.#expressions(read.value, operation, identity),
    }
  }

  #target({ apiVersion, kind, metadata }: JsonObject): Target | undefined {
    const groupVersion = parseGroupVersion(String(apiVersion))
    const type = groupVersion && this.#discovery.byKind(groupVersion.group, String(kind))
    if (type === undefined) return undefined
    const { name = '', namespace = 'default' } = objectOrEmpty(metadata)
    const at = {
      ...type,
      version: groupVersion?.version ?? type.version,
      namespace: type.namespaced ? String(namespace) : '',
    }
    return { collection: resourcePath({ ...at, name: '' }), object: resourcePath({ ...at, name: String(name) }) }
  }

  /**
   * The expressions of all policies in the manifest, including policies that do not match the request. `params` is the
   * first object of the manifest that is neither a policy nor a binding nor a definition.
   */
  async #expressions(
    object: JsonObject,
    operation: string,
    { user, groups }: Caller,
  ): Promise<readonly EvaluatedPart[]> {
    const params = this.#manifest.find(({ kind }) => !String(kind).startsWith(POLICY) && kind !== DEFINITION)
    const variables: JsonObject = {
      object: operation === 'DELETE' ? null : object,
      oldObject: operation === 'CREATE' ? null : object,
      request: { operation, userInfo: { username: user === '' ? 'admin' : user, groups: [...groups] } },
      ...(params !== undefined && { params }),
    }
    const parts: EvaluatedPart[] = []
    for (const policy of this.#manifest.filter(({ kind }) => kind === POLICY)) {
      const { metadata, spec } = policy
      const name = isObject(metadata) ? String(metadata['name']) : ''
      for (const { place, expression } of expressionsOf(objectOrEmpty(spec))) {
        const question = { context: 'policy', expression, variables } as const
        parts.push({ policy: name, place, evaluated: await evaluateExpression(this.#cluster, question) })
      }
    }
    return parts
  }
}

interface Caller {
  readonly user: string
  readonly groups: readonly string[]
}

interface Target {
  readonly collection: string
  readonly object: string
}

function requestOf(operation: string, { collection, object: path }: Target, object: JsonObject): LabRequest {
  const query = 'dryRun=All&fieldManager=policy-lab'
  if (operation === 'DELETE') return { method: 'DELETE', path: `${path}?dryRun=All` }
  if (operation === 'UPDATE')
    return { method: 'PATCH', path: `${path}?${query}`, type: 'application/merge-patch+json', body: object }
  return { method: 'POST', path: `${collection}?${query}`, body: object }
}

function expressionsOf(spec: JsonObject): readonly { readonly place: string; readonly expression: string }[] {
  return [
    ...objectsIn(spec['matchConditions']).map(({ name, expression }) => ({
      place: `match condition ${stringOrEmpty(name)}`,
      expression: stringOrEmpty(expression),
    })),
    ...objectsIn(spec['validations']).map(({ expression }, at) => ({
      place: `validation ${at + 1}`,
      expression: stringOrEmpty(expression),
    })),
    ...objectsIn(spec['auditAnnotations']).map(({ key, valueExpression }) => ({
      place: `audit annotation ${stringOrEmpty(key)}`,
      expression: stringOrEmpty(valueExpression),
    })),
  ]
}

const refusal = (message: string): RequestVerdict => ({
  code: 0,
  isAllowed: false,
  message,
  reason: '',
  warnings: [],
  expressions: [],
})
