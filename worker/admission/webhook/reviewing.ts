import { forbidden } from '../../api/status.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import type { AdmissionRequest, AdmissionScope } from '../admission.ts'
import type { CallEnvironment } from './call.ts'
import { shownIn } from './forms.ts'
import { invocationsOf, type ScopeCatalog } from './invocations.ts'
import { selects } from './selectors.ts'
import type { Catalog } from '../../resources/resource.ts'
import type { Form, VersionConverter } from './version-converter.ts'
import type { ConditionsMatcher, Hook, Invocation, ReviewedRequest } from './webhook.ts'

/** The context of the webhooks of a cluster. */
export interface WebhookEnvironment extends CallEnvironment {
  readonly catalog: ScopeCatalog & Pick<Catalog, 'byKind' | 'generation' | 'resolve'>
  readonly convert: VersionConverter
  /** The authorizer that the expressions of `matchConditions` use as `authorizer`. */
  readonly authorizer: Authorizer
  /** Called when a hook with `failurePolicy: Ignore` has failed. */
  readonly failedOpen: (hook: Hook, request: AdmissionRequest, round: number, index: number) => void
}

/** The index of the hooks of one kind of configuration. */
interface HookIndex {
  /** The hooks that match a scope, in the order of their calls; `index` is the position among all hooks. */
  of(scope: AdmissionScope): readonly IndexedInvocation[]
}

export interface IndexedInvocation extends Invocation {
  readonly index: number
}

export function hookIndex(hooks: readonly Hook[], { catalog }: Pick<WebhookEnvironment, 'catalog'>): HookIndex {
  let generation = -1
  const byScope = new Map<string, readonly IndexedInvocation[]>()
  return {
    of(scope) {
      if (generation !== catalog.generation) {
        byScope.clear()
        generation = catalog.generation
      }
      const { operation, resource, subresource } = scope
      const key = `${operation} ${resource.group}/${resource.version}/${resource.resource}/${subresource}`
      let found = byScope.get(key)
      if (found === undefined) {
        found = invocationsOf(hooks, scope, catalog).map((one) => ({ ...one, index: hooks.indexOf(one.hook) }))
        byScope.set(key, found)
      }
      return found
    },
  }
}

/** The version and kind of the objects of a request. */
export function ownForm({ resource, subresource }: AdmissionScope, { catalog }: WebhookEnvironment): Form {
  const found = catalog.find(resource.group, resource.version, resource.resource)
  const part = found?.version.subresources.get(subresource)
  if (found === undefined) throw new Error(`Serve ${resource.resource} before requests for it are reviewed`)
  const kind = { group: resource.group, version: resource.version, kind: found.resource.kind }
  return { ...found, schema: part?.schema ?? found.version.schema, kind: part?.kind ?? kind }
}

/**
 * The request in the form of a hook; undefined when the hook does not match it.
 * @throws notFound for a missing namespace, and forbidden when a match condition fails
 */
export async function reviewedBy(
  environment: WebhookEnvironment,
  invocation: Invocation,
  request: AdmissionRequest,
): Promise<ReviewedRequest | undefined> {
  if (!selects(invocation.hook, request, environment.lister)) return undefined
  const own = ownForm(request, environment)
  const show = async (object: ApiObject | undefined): Promise<ApiObject | undefined> =>
    object && shownIn(object, own, invocation.form, environment.convert)
  const object = await show(request.object)
  const reviewed = { request, invocation, object, oldObject: await show(request.oldObject) }
  return (await conditionsHold(environment, reviewed)) ? reviewed : undefined
}

const matchers = new WeakMap<Hook, ConditionsMatcher>()

/**
 * Whether the match conditions of a hook hold (reference/webhooks.md 4).
 * @throws forbidden when one of them fails, unless the hook ignores failures
 */
async function conditionsHold(environment: WebhookEnvironment, reviewed: ReviewedRequest): Promise<boolean> {
  const { hook } = reviewed.invocation
  if (hook.conditions.length === 0) return true
  let matcher = matchers.get(hook)
  if (matcher === undefined) {
    const { compileConditions } = await import('./conditions.ts')
    matcher = compileConditions(hook.conditions, environment.authorizer)
    matchers.set(hook, matcher)
  }
  const result = await matcher(reviewed)
  if ('matches' in result) return result.matches
  if (hook.ignoresFailures) return false
  const { request } = reviewed
  throw forbidden(request.resource, request.name, result.error)
}
