import type { Json, JsonObject } from '../../worker/api/json.ts'
import { objectOrEmpty, stringOrEmpty } from '../../worker/api/json.ts'
import { checkedConfigurationFile } from './configuration-checks.ts'
import { UnreadableConfiguration } from './unreadable-configuration.ts'
import { throwAll } from './failure.ts'
import type { FlagValues } from './flags.ts'
import type { Host } from './host.ts'
import { FileError, readText } from './host.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** A configuration file: clusters, users, and contexts that join them. */
export interface Configuration {
  clusters: Map<string, Cluster>
  contexts: Map<string, Context>
  users: Map<string, User>
  currentContext: string
  /** Only `config` uses these two fields. It writes them back. */
  preferences?: JsonObject
  extensions?: Json
}

export interface Cluster {
  server?: string
  'insecure-skip-tls-verify'?: boolean
  'certificate-authority'?: string
  'certificate-authority-data'?: string
  'tls-server-name'?: string
  'proxy-url'?: string
  'disable-compression'?: boolean
  extensions?: readonly { readonly name: string; readonly extension?: Json }[] | null
}

export interface Context {
  cluster?: string
  user?: string
  namespace?: string
}

export interface User {
  token?: string
  tokenFile?: string
  username?: string
  password?: string
  'client-certificate'?: string
  'client-certificate-data'?: string
  'client-key'?: string
  'client-key-data'?: string
  /** The name, uid, groups and other attributes of the impersonated user. */
  as?: string
  'as-uid'?: string
  'as-groups'?: readonly string[] | null
  'as-user-extra'?: Readonly<Record<string, readonly string[] | null>> | null
  exec?: ExecPlugin
  'auth-provider'?: { name?: string; config?: Record<string, string> | null }
}

/** A credential plugin: a program that prints credentials. */
export interface ExecPlugin {
  readonly apiVersion?: string
  readonly command?: string
  readonly args?: readonly string[] | null
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null
  readonly installHint?: string
  readonly interactiveMode?: string
  readonly provideClusterInfo?: boolean
}

/** The paths of the configuration files, the first with the highest priority. */
export async function configurationFiles(host: Host, flags: FlagValues): Promise<readonly string[]> {
  const explicit = flags.text('kubeconfig')
  if (explicit !== '') return [explicit]
  const listed = host.environment.KUBECONFIG
  if (listed) return listed.split(':').filter((path) => path !== '')
  return [`${host.environment.HOME ?? '/'}/.kube/config`.replace('//', '/')]
}

/**
 * Reads and merges the files: each entry and the current context come from the first file that has them. With
 * `resolve`, relative paths become absolute; without it they are unchanged.
 * @throws UnreadableConfiguration, or Failures for several unreadable files
 */
export async function loadConfiguration(
  host: Host,
  flags: FlagValues,
  { resolve = false } = {},
): Promise<Configuration> {
  const merged = emptyConfiguration()
  const faults: unknown[] = []
  for (const path of await configurationFiles(host, flags)) {
    const read = await readConfiguration(host, path).catch((error: unknown) => {
      if (!(error instanceof UnreadableConfiguration)) throw error
      faults.push(error)
    })
    if (read === undefined) continue
    const one = resolve ? withResolvedPaths(host, read, path) : read
    merged.currentContext ||= one.currentContext
    merged.preferences = { ...one.preferences, ...merged.preferences }
    merged.extensions ??= one.extensions
    fill(merged.clusters, one.clusters)
    fill(merged.contexts, one.contexts)
    fill(merged.users, one.users)
  }
  throwAll(faults)
  return merged
}

/** The folder of a configuration's file, and a function that makes the paths in the file absolute: relative ones start there. */
export function pathsOfFile(host: Host, file: string) {
  const folder = host.files.resolve(file).replace(/\/[^/]*$/, '')
  const absolute = (path: string): string =>
    path === '' || path.startsWith('/') ? path : host.files.resolve(`${folder}/${path}`)
  return { folder, absolute }
}

/** The configuration with absolute paths. */
function withResolvedPaths(host: Host, configuration: Configuration, file: string): Configuration {
  const { absolute } = pathsOfFile(host, file)
  const resolved = <T extends object>(entry: T, ...fields: readonly (keyof T)[]): T => {
    const changes = fields.flatMap((field) => {
      const path = entry[field]
      return typeof path === 'string' ? [[field, absolute(path)] as const] : []
    })
    return { ...entry, ...Object.fromEntries(changes) }
  }
  const exec = (user: User): User =>
    user.exec?.command?.includes('/') ? { ...user, exec: resolved(user.exec, 'command') } : user
  return {
    ...configuration,
    clusters: mapped(configuration.clusters, (cluster) => resolved(cluster, 'certificate-authority')),
    users: mapped(configuration.users, (user) => exec(resolved(user, 'client-certificate', 'client-key', 'tokenFile'))),
  }
}

export const mapped = <T>(entries: ReadonlyMap<string, T>, change: (value: T) => T): Map<string, T> =>
  new Map([...entries].map(([name, value]) => [name, change(value)]))

function fill<T>(target: Map<string, T>, source: ReadonlyMap<string, T>): void {
  for (const [name, value] of source) if (!target.has(name)) target.set(name, value)
}

export function emptyConfiguration(): Configuration {
  return { clusters: new Map(), contexts: new Map(), users: new Map(), currentContext: '' }
}

/**
 * The configuration of one file; undefined when the file does not exist.
 * @throws Failure for an unreadable or faulty file
 */
export async function readConfiguration(host: Host, path: string): Promise<Configuration | undefined> {
  let text: string
  try {
    text = await readText(host.files, path)
  } catch (error) {
    if (error instanceof FileError && error.why === 'no such file or directory') return undefined
    if (error instanceof FileError) throw new UnreadableConfiguration(path, error.message)
    throw error
  }
  let raw: Json | undefined
  try {
    raw = (await readYaml(text)).value
  } catch (error) {
    throw new UnreadableConfiguration(path, errorMessage(error))
  }
  if (raw === undefined || raw === null) return emptyConfiguration()
  const file = checkedConfigurationFile(path, raw)
  return {
    clusters: entries(file.clusters, 'cluster'),
    contexts: entries(file.contexts, 'context'),
    users: entries(file.users, 'user'),
    currentContext: stringOrEmpty(file['current-context']),
    preferences: objectOrEmpty(file.preferences),
    ...(file.extensions === undefined ? {} : { extensions: file.extensions }),
  }
}

function entries<T extends object>(value: unknown, kind: string): Map<string, T> {
  if (!Array.isArray(value)) return new Map()
  return new Map(
    value.map((item: unknown) => {
      const entry = objectOrEmpty(item)
      return [stringOrEmpty(entry.name), objectOrEmpty(entry[kind]) as unknown as T] as const
    }),
  )
}
