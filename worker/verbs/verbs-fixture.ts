import { admissionChain } from '../admission/chain.ts'
import { DEFAULT_ADMISSION } from '../admission/admission-options.ts'
import { admissionPlugins } from '../admission/plugins.ts'
import type { ApiObject } from '../api/object.ts'
import { identifyBy } from '../authentication/authenticators.ts'
import { storedKeys, openAccountTokens } from '../authentication/service-account/open-account-tokens.ts'
import { alwaysAllow } from '../authorization/always-allow.ts'
import type { VirtualClock } from '../clock/virtual-clock.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import type { DialectName } from '../dialect/dialect.ts'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from '../resources/catalog.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Log } from '../store/persistence/log.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { openStore } from '../store/revisioned-store.ts'
import { plainEncoding } from '../store/store-fixtures.ts'
import type { Store } from '../store/store.ts'
import { admissionWriter } from './admission-writer.ts'
import { bootstrap } from './bootstrap.ts'
import { createVerbs } from './create-verbs.ts'
import type { Environment } from './environment.ts'
import { convertVersion } from './version-conversion.ts'
import { storeLister } from './store-lister.ts'
import type { Caller, DeleteOptions, ListOptions, Target, Verbs, WatchEvent, WatchOptions } from './verbs.ts'

/** A cluster in memory under a virtual clock, for the tests of the verbs. */
export interface TestCluster {
  readonly environment: Environment
  readonly verbs: Verbs
  readonly store: Store
  readonly catalog: Catalog
  readonly clock: VirtualClock
  readonly caller: Caller
  /** The warnings given to `caller.warn`. */
  readonly warnings: string[]
  readonly target: (resource: string, name?: string, namespace?: string, subresource?: string) => Target
  readonly create: (resource: string, object: ApiObject, namespace?: string) => Promise<ApiObject>
}

export async function testCluster(dialectName: DialectName = 'k8s', log: Log = memoryLog()): Promise<TestCluster> {
  const dialect = dialects[dialectName]
  const clock = virtualClock()
  const catalog = buildCatalog({ dialect })
  const store = await openStore({ log, clock, ...plainEncoding })
  const environment = await testEnvironment({ dialect, clock, catalog, store }, () => verbs)
  const verbs: Verbs = createVerbs(environment)
  await bootstrap({ environment })
  const warnings: string[] = []
  const caller: Caller = {
    requestId: 'r1',
    user: { username: 'tester', uid: '', groups: [], extra: {} },
    userAgent: 'tester/1',
    signal: new AbortController().signal,
    trace: { stage: () => undefined },
    warn: (text) => void warnings.push(text),
  }
  const target = (resource: string, name = '', namespace = 'default', subresource?: string): Target => {
    const found = findResource(catalog, resource)
    return {
      ...found,
      subresource: subresource === undefined ? undefined : found.version.subresources.get(subresource),
      namespace: found.resource.namespaced ? namespace : '',
      name,
    }
  }
  return {
    environment,
    verbs,
    store,
    catalog,
    clock,
    caller,
    warnings,
    target,
    create: async (resource, object, namespace) => {
      const written = await verbs.create(target(resource, '', namespace), caller, object, plain)
      return written.object
    },
  }
}

/** An environment that allows every request. It has the default admission plugins without `ServiceAccount`. */
async function testEnvironment(
  basis: Pick<Environment, 'dialect' | 'clock' | 'catalog' | 'store'>,
  verbs: () => Verbs,
): Promise<Environment> {
  const { dialect, clock, catalog, store } = basis
  const writer = admissionWriter(verbs, catalog, dialect)
  const lister = storeLister(store)
  const context = { dialect, clock, lister, writer, authorizer: alwaysAllow, catalog, convert: convertVersion }
  const plugins = await admissionPlugins({ ...DEFAULT_ADMISSION, disable: ['ServiceAccount'] }, context)
  return {
    ...basis,
    admission: admissionChain(plugins),
    authorizer: alwaysAllow,
    identify: identifyBy([]),
    audiences: ['https://here'],
    accountTokens: () =>
      openAccountTokens(
        { issuers: ['https://here'] },
        {
          clock,
          dialect,
          audiences: ['https://here'],
          read: (resource, namespace, name) => store.get({ resource, namespace, name })?.object,
          ownKeys: () => storedKeys(store),
        },
      ),
    bindsToNodes: false,
    guards: new Map(),
    referenceGuards: new Map(),
    incomplete: new WeakSet(),
  }
}

/** Finds a resource such as `apps/deployments` in its preferred version. */
function findResource(catalog: Catalog, path: string): Pick<Target, 'resource' | 'version'> {
  const [group, name] = path.includes('/') ? path.split('/') : ['', path]
  const resource = catalog.all().find((candidate) => candidate.group === group && candidate.name === name)
  const version = resource?.versions[0]
  if (resource === undefined || version === undefined) throw new Error(`serve ${path} in the test cluster`)
  return { resource, version }
}

export const plain = { dryRun: false, fieldManager: '' }
export const dryRun = { dryRun: true, fieldManager: '' }

export const everything: ListOptions = {
  resourceVersion: '',
  resourceVersionMatch: '',
  labelSelector: '',
  fieldSelector: '',
  limit: 0,
  continue: '',
}

export const deletion: DeleteOptions = {
  dryRun: false,
  gracePeriodSeconds: undefined,
  propagationPolicy: undefined,
  preconditions: {},
  raw: {},
}

export const fromNow: WatchOptions = {
  resourceVersion: '',
  resourceVersionMatch: '',
  labelSelector: '',
  fieldSelector: '',
  allowWatchBookmarks: false,
  sendInitialEvents: undefined,
  timeoutSeconds: undefined,
}

/** The type of an event and the name of its object: `ADDED a`, `BOOKMARK`, `ERROR`. */
export function describeEvent(event: WatchEvent): string {
  return 'view' in event ? `${event.type} ${event.view.object.metadata?.name ?? ''}` : event.type
}

export const configMap = (name: string, data: { [key: string]: string } = {}, labels = {}): ApiObject => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, labels },
  data,
})

const template = { metadata: { labels: { a: '1' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }

/** A Deployment that passes validation. */
export const deployment = (name: string, parts: ApiObject = {}, replicas = 1): ApiObject => ({
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  spec: { replicas, selector: { matchLabels: { a: '1' } }, template: structuredClone(template) },
  ...parts,
  metadata: { name, ...parts.metadata },
})

/** A Job that passes validation. */
export const job = (name: string): ApiObject => ({
  kind: 'Job',
  apiVersion: 'batch/v1',
  metadata: { name },
  spec: { template: { spec: { ...structuredClone(template.spec), restartPolicy: 'Never' } } },
})
