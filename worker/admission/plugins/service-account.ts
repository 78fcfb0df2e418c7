import { plainError, type StatusError } from '../../api/status.ts'
import { quote } from '../../api/go-format.ts'
import { frozen, type JsonObject } from '../../api/json.ts'
import { clientObjectFault } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { generateName } from '../../resources/generated-name.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { containersOf, objectOf, objectsOf, specOf, textOf } from '../object-parts.ts'
import { podSecretNames } from '../pod-secrets.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/** The texts that Go parses as true. */
const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])

const DEFAULT_ACCOUNT = 'default'

/**
 * A controller creates the default account of a new namespace, so a pod may arrive before the account. The account is looked up
 * `attempts` times, with `least` to `least + spread` milliseconds between two lookups.
 */
const ACCOUNT_LOOKUPS = { attempts: 10, least: 100, spread: 100 } as const

/**
 * Assigns a service account to each pod, requires that the account exists, and mounts its token into the containers unless the
 * account or the pod disables that.
 */
export function serviceAccount({ dialect, clock, lister }: AdmissionContext) {
  const mirror = dialect.spell('{labels}/config.mirror')
  const enforced = dialect.spell('{labels}/enforce-mountable-secrets')
  const complete = podCompletion(dialect, clock)

  const isMirror = (pod: ApiObject): boolean => pod.metadata?.annotations?.[mirror] !== undefined

  /** Calls `use` with the account. A missing default account is awaited, because a controller creates it. */
  const withAccount = (
    request: AdmissionRequest,
    spec: JsonObject,
    use: (account: ApiObject) => void,
  ): Promise<void> | void => {
    const { namespace, object } = request
    const name = textOf(spec, 'serviceAccountName')
    if (name === '') {
      throw refused(request, `no service account specified for pod ${namespace}/${object?.metadata?.name ?? ''}`)
    }
    const find = (): ApiObject | undefined => lister.get('serviceaccounts', namespace, name)
    const orRefuse = (found: ApiObject | undefined): ApiObject => {
      if (found !== undefined) return found
      const missing = clientObjectFault(namespace, name) ?? `serviceaccount ${quote(name)} not found`
      throw refused(request, `error looking up service account ${namespace}/${name}: ${missing}`)
    }
    const found = find()
    if (found !== undefined || name !== DEFAULT_ACCOUNT) return use(orRefuse(found))
    return waited(clock, find).then((account) => use(orRefuse(account)))
  }

  const limitsSecrets = ({ metadata }: ApiObject): boolean => TRUE.has(metadata?.annotations?.[enforced] ?? '')

  const limit = (request: AdmissionRequest, spec: JsonObject, account: ApiObject): void => {
    if (!limitsSecrets(account)) return
    if (request.subresource === '') limitSecrets(request, spec, account)
    else limitEphemeralContainers(spec, account)
  }

  return {
    name: 'ServiceAccount',
    handles: (scope) =>
      operations('CREATE').on('pods')(scope) || operations('UPDATE').on('pods/ephemeralcontainers')(scope),
    admit(request) {
      const { object, operation } = request
      if (object === undefined || operation !== 'CREATE') return
      const spec = specOf(object)
      if (isMirror(object)) return checkMirror(request, spec)
      if (textOf(spec, 'serviceAccountName') === '') spec['serviceAccountName'] = DEFAULT_ACCOUNT
      spec['serviceAccount'] = textOf(spec, 'serviceAccountName')
      return withAccount(request, spec, (account) => {
        complete(spec, account)
        limit(request, spec, account)
      })
    },
    validate(request) {
      const { object, subresource } = request
      if (object === undefined) return
      const spec = specOf(object)
      if (subresource === '' && isMirror(object)) return checkMirror(request, spec)
      return withAccount(request, spec, (account) => limit(request, spec, account))
    },
  } satisfies AdmissionPlugin
}

/** Returns a function that adds the token volume and the image pull secrets of an account to a pod. */
function podCompletion(dialect: Dialect, clock: Clock): (spec: JsonObject, account: ApiObject) => void {
  const volumePrefix = dialect.spell('{system}-api-access-')
  const mountPath = dialect.spell('/var/run/secrets/{labels}/serviceaccount')
  const token = tokenVolume(dialect.spell('{system}-root-ca.crt'))

  const mountToken = (spec: JsonObject): void => {
    const volumes = objectsOf(spec, 'volumes')
    const present = volumes.find((volume) => textOf(volume, 'name').startsWith(volumePrefix))
    const name = present === undefined ? generateName(clock, volumePrefix) : textOf(present, 'name')
    const mount = { name, readOnly: true, mountPath }
    let isMounted = false
    for (const container of containersOf(spec, ['initContainers', 'containers'])) {
      const mounts = objectsOf(container, 'volumeMounts')
      if (mounts.some((mount) => mount['mountPath'] === mountPath)) continue
      container['volumeMounts'] = [...mounts, mount]
      isMounted = true
    }
    if (present !== undefined || !isMounted) return
    spec['volumes'] = [...volumes, { name, projected: token }]
  }

  return (spec, account) => {
    if (spec['automountServiceAccountToken'] ?? account['automountServiceAccountToken'] ?? true) mountToken(spec)
    const pullSecrets = objectsOf(account, 'imagePullSecrets')
    if (objectsOf(spec, 'imagePullSecrets').length === 0 && pullSecrets.length > 0) {
      spec['imagePullSecrets'] = pullSecrets.map((secret) => ({ name: textOf(secret, 'name') }))
    }
  }
}

async function waited<T>(clock: Clock, find: () => T | undefined): Promise<T | undefined> {
  const pause = ACCOUNT_LOOKUPS.least + clock.random(ACCOUNT_LOOKUPS.spread)
  for (let attempt = 1; attempt < ACCOUNT_LOOKUPS.attempts; attempt++) {
    await new Promise<void>((resolve) => clock.after(pause, resolve))
    const found = find()
    if (found !== undefined) return found
  }
  return undefined
}

/** The volume of the token. It is frozen, because all pods share it. */
const tokenVolume = (rootAuthority: string): JsonObject =>
  frozen({
    sources: [
      // The lifetime in seconds, by which the server recognises requests for tokens of this volume (reference/identity.md 12).
      { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
      { configMap: { name: rootAuthority, items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: 0o644,
  })

/**
 * The node runs a mirror pod even when the server refuses the pod, so mirror pods may not reference service accounts or secrets.
 */
function checkMirror(request: AdmissionRequest, spec: JsonObject): void {
  if (textOf(spec, 'serviceAccountName') !== '')
    throw refused(request, 'a mirror pod may not reference service accounts')
  if (!podSecretNames(spec).next().done) throw refused(request, 'a mirror pod may not reference secrets')
  const sources = objectsOf(spec, 'volumes').flatMap((volume) => objectsOf(objectOf(volume, 'projected'), 'sources'))
  if (sources.some((source) => source['serviceAccountToken'] !== undefined)) {
    throw refused(request, 'a mirror pod may not use ServiceAccountToken volume projections')
  }
}

const namesIn = (account: ApiObject, field: string): ReadonlySet<string> =>
  new Set(objectsOf(account, field).map((reference) => textOf(reference, 'name')))

const disallowed = (what: string, secret: string, { metadata }: ApiObject): string =>
  `${what} secret.secretName="${secret}" is not allowed because service account ${metadata?.name ?? ''} does not reference that secret`

function limitSecrets(request: AdmissionRequest, spec: JsonObject, account: ApiObject): void {
  const mountable = namesIn(account, 'secrets')
  for (const volume of objectsOf(spec, 'volumes')) {
    if (volume['secret'] === undefined) continue
    const name = textOf(objectOf(volume, 'secret'), 'secretName')
    if (!mountable.has(name)) throw refused(request, disallowed('volume with', name, account))
  }
  const refuse = (why: string): StatusError => refused(request, why)
  limitEnvironment(spec, 'initContainers', 'init container', { account, mountable, refuse })
  limitEnvironment(spec, 'containers', 'container', { account, mountable, refuse })
  const pullable = namesIn(account, 'imagePullSecrets')
  for (const [i, reference] of objectsOf(spec, 'imagePullSecrets').entries()) {
    const name = textOf(reference, 'name')
    if (pullable.has(name)) continue
    const why = `service account ${account.metadata?.name ?? ''} does not reference that imagePullSecret`
    throw refused(request, `imagePullSecrets[${i}].name="${name}" is not allowed because ${why}`)
  }
}

/** Checks the secrets in the environment of ephemeral containers. The refusal is a 500, not a 403 (reference/admission.md 9). */
function limitEphemeralContainers(spec: JsonObject, account: ApiObject): void {
  const mountable = namesIn(account, 'secrets')
  limitEnvironment(spec, 'ephemeralContainers', 'ephemeral container', { account, mountable, refuse: plainError })
}

interface Limit {
  readonly account: ApiObject
  readonly mountable: ReadonlySet<string>
  readonly refuse: (why: string) => StatusError
}

function limitEnvironment(
  spec: JsonObject,
  list: 'initContainers' | 'containers' | 'ephemeralContainers',
  what: string,
  { account, mountable, refuse }: Limit,
): void {
  for (const container of containersOf(spec, [list])) {
    const who = `${what} ${textOf(container, 'name')} with`
    for (const variable of objectsOf(container, 'env')) {
      const valueFrom = objectOf(variable, 'valueFrom')
      if (valueFrom['secretKeyRef'] === undefined) continue
      const secret = textOf(objectOf(valueFrom, 'secretKeyRef'), 'name')
      if (mountable.has(secret)) continue
      throw refuse(disallowed(`${who} envVar ${textOf(variable, 'name')} referencing`, secret, account))
    }
    for (const source of objectsOf(container, 'envFrom')) {
      if (source['secretRef'] === undefined) continue
      const secret = textOf(objectOf(source, 'secretRef'), 'name')
      if (!mountable.has(secret)) throw refuse(disallowed(`${who} envFrom referencing`, secret, account))
    }
  }
}
