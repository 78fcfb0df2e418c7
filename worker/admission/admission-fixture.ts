import type { ApiObject } from '../api/object.ts'
import { NO_RULES, type Attributes, type Authorizer } from '../authorization/authorizer.ts'
import { virtualClock, type VirtualClock } from '../clock/virtual-clock.ts'
import { dialects, type DialectName } from '../dialect/dialect.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from './admission.ts'

/** The objects of a cluster by storage name, for tests of plugins. */
export interface Objects {
  readonly [resource: string]: readonly ApiObject[]
}

interface Parts extends Partial<AdmissionContext> {
  readonly objects?: Objects
  readonly dialectName?: DialectName
}

/** The context of a plugin over fixed objects. */
export function contextOf({ objects = {}, dialectName = 'k8s', ...parts }: Parts = {}): AdmissionContext & {
  readonly clock: VirtualClock
} {
  const of = (resource: string, namespace?: string): ApiObject[] =>
    (objects[resource] ?? []).filter(({ metadata }) => namespace === undefined || metadata?.namespace === namespace)
  const clock = virtualClock()
  return {
    dialect: dialects[dialectName],
    lister: {
      get: (resource, namespace, name) =>
        of(resource).find(({ metadata }) => metadata?.name === name && (metadata.namespace ?? '') === namespace),
      list: of,
      follow: () => undefined,
    },
    writer: { create: () => Promise.resolve(), updateStatus: () => Promise.resolve() },
    authorizer: authorizerOf(() => false),
    catalog: {
      byKind: () => undefined,
      find: () => undefined,
      all: () => [],
      generation: 0,
      resolve: (resource) => Promise.reject(new Error(`${resource.storage} is not served`)),
    },
    convert: (object) => object,
    configuration: undefined,
    tolerationSeconds: { notReady: 300, unreachable: 300 },
    ...parts,
    clock,
  }
}

export const authorizerOf = (allows: (attributes: Attributes) => boolean): Authorizer => ({
  name: 'test',
  authorize: (attributes) => ({ effect: allows(attributes) ? 'allow' : 'no-opinion', reason: '' }),
  rules: () => NO_RULES,
})

/** A request and its warnings; by default for `pods` in the namespace `n`. */
export function requestOf(
  object: ApiObject | undefined,
  parts: Partial<AdmissionRequest> = {},
): AdmissionRequest & { readonly warnings: string[]; readonly annotations: Record<string, string> } {
  const warnings: string[] = []
  const annotations: Record<string, string> = {}
  return {
    operation: 'CREATE',
    resource: { group: '', version: 'v1', resource: 'pods' },
    subresource: '',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    namespace: 'n',
    name: object?.metadata?.name ?? '',
    user: { username: 'tester', uid: '', groups: [], extra: {} },
    dryRun: false,
    oldObject: undefined,
    options: {},
    warn: (text) => void warnings.push(text),
    trace: { stage: () => undefined, annotate: (key, value) => void (annotations[key] = value) },
    ...parts,
    object,
    warnings,
    annotations,
  }
}

/** Runs both phases of a plugin, as the chain does. */
export async function runPlugin(plugin: AdmissionPlugin, request: AdmissionRequest): Promise<void> {
  if (!plugin.handles(request)) return
  await plugin.admit?.(request)
  await plugin.validate?.(request)
}

export const podOf = (spec: ApiObject = {}, metadata: ApiObject['metadata'] = {}): ApiObject => ({
  metadata: { name: 'p', namespace: 'n', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})
