import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { objectFormats, printFlags } from '../common-flags.ts'
import type { Configuration, User } from '../configuration.ts'
import { configurationObject } from '../written-configuration.ts'
import { toBase64 } from '../../../worker/runtime/bytes.ts'
import type { Host } from '../host.ts'
import { FileError } from '../host.ts'
import { UnreadableConfiguration } from '../unreadable-configuration.ts'
import { Failure, UsageError } from '../failure.ts'
import { boolean } from '../flags.ts'
import { orderedJson } from '../printers/json.ts'
import { nameOf, objectPrinter, printerOf } from '../printers/output.ts'

export const view = {
  name: 'view',
  summary: 'Display merged configuration settings or a specified configuration file',
  usage: 'config view [flags]',
  examples: [
    ['Show the merged settings', '{cli} config view'],
    ['Only what the current context needs', '{cli} config view --minify'],
  ],
  flags: [
    boolean('flatten', 'Replace referenced files by their content; shows secrets.'),
    boolean('merge', 'Merge the full hierarchy of configuration files.', { fallback: 'true' }),
    boolean('minify', 'Remove all information not used by the current context.'),
    ...printFlags,
    boolean('raw', 'Display raw byte data and secrets.'),
  ],
  async run(session) {
    const { flags, args, host, cli } = session
    if (args.length > 0)
      throw new UsageError(
        `unexpected arguments: [${args.join(' ')}]`,
        `See '${cli} config view -h' for help and examples`,
      )
    if (!flags.boolean('merge') && !flags.given('kubeconfig'))
      throw new Failure('if merge==false a precise file must be specified')
    const isYaml = !flags.given('output') && flags.text('template') === ''
    const printer = isYaml
      ? await printerOf(host, flags, { output: 'yaml', formats: objectFormats })
      : await objectPrinter(host, flags, objectFormats)
    if (!flags.boolean('merge')) await requireFile(host, flags.text('kubeconfig'))
    const loaded = await session.configuration().catch((error: unknown) => {
      // Without merging, kubectl reads the file directly and does not name it.
      const isDirect = error instanceof UnreadableConfiguration && !flags.boolean('merge')
      throw isDirect ? new Failure(error.fault) : error
    })
    if (flags.boolean('flatten')) await readReferenced(session.host, loaded)
    const shown = flags.boolean('minify') ? minify(loaded, flags.text('context') || loaded.currentContext) : loaded
    const secret = !flags.boolean('raw') && !flags.boolean('flatten')
    const object = configurationObject(secret ? redact(shown) : shown) as ApiObject
    const output = flags.text('output')
    if (output === 'json') return host.stdout(`${orderedJson(fieldOrder(object))}\n`)
    if (printer === undefined) return host.stdout(`${nameOf(object)}\n`)
    printer(object, (text) => host.stdout(text))
  },
} satisfies Command

export const getClusters = {
  name: 'get-clusters',
  summary: 'Display clusters defined in the configuration',
  usage: 'config get-clusters',
  async run(session) {
    const { clusters } = await session.configuration()
    session.host.stdout(['NAME', ...clusters.keys()].map((name) => `${name}\n`).join(''))
  },
} satisfies Command

export const getUsers = {
  name: 'get-users',
  summary: 'Display users defined in the configuration',
  usage: 'config get-users',
  async run(session) {
    const { users } = await session.configuration()
    session.host.stdout(['NAME', ...users.keys()].map((name) => `${name}\n`).join(''))
  },
} satisfies Command

/** Requires the file to exist: without merging, only this file is read. @throws Failure */
async function requireFile({ files }: Host, path: string): Promise<void> {
  try {
    await files.read(path)
  } catch (error) {
    throw error instanceof FileError ? new Failure(error.message) : error
  }
}

const REFERENCES = ['certificate-authority', 'client-certificate', 'client-key'] as const

/**
 * Replaces file names in a configuration by the content of the files in Base64. A field with embedded content keeps it.
 * @throws Failure for an unreadable file
 */
async function readReferenced(host: Host, { clusters, users }: Configuration): Promise<void> {
  for (const entry of [...users.values(), ...clusters.values()] as Record<string, unknown>[])
    for (const field of REFERENCES) {
      const path = entry[field]
      if (typeof path !== 'string' || path === '' || entry[`${field}-data`]) continue
      try {
        entry[`${field}-data`] = toBase64(await host.files.read(host.files.resolve(path)))
        delete entry[field]
      } catch (error) {
        throw error instanceof FileError ? new Failure(error.message) : error
      }
    }
}

function minify(configuration: Configuration, name: string): Configuration {
  if (name === '') throw new Failure('current-context must exist in order to minify')
  const context = configuration.contexts.get(name)
  if (context === undefined) throw new Failure(`cannot locate context ${name}`)
  const only = <T>(map: ReadonlyMap<string, T>, what: string, key = ''): Map<string, T> => {
    if (key === '') return new Map()
    const found = map.get(key)
    if (found === undefined) throw new Failure(`cannot locate ${what} ${key}`)
    return new Map([[key, found]])
  }
  return {
    contexts: new Map([[name, context]]),
    clusters: only(configuration.clusters, 'cluster', context.cluster),
    users: only(configuration.users, 'user', context.user),
    currentContext: name,
    preferences: configuration.preferences,
    extensions: configuration.extensions,
  }
}

function redact({ clusters, users, ...rest }: Configuration): Configuration {
  return {
    ...rest,
    clusters: new Map(
      [...clusters].map(([name, cluster]) => [name, hide(cluster, { 'certificate-authority-data': 'DATA+OMITTED' })]),
    ),
    users: new Map([...users].map(([name, user]) => [name, hide<User>(user, SECRETS)])),
  }
}

const SECRETS = {
  token: 'REDACTED',
  password: 'REDACTED',
  'client-certificate-data': 'DATA+OMITTED',
  'client-key-data': 'DATA+OMITTED',
}

function hide<T extends object>(value: T, words: Readonly<Record<string, string>>): T {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, each ? (words[key] ?? each) : each])) as T
}

const CLUSTER_FIELDS = [
  'server',
  'tls-server-name',
  'insecure-skip-tls-verify',
  ...withData('certificate-authority'),
  'proxy-url',
]
const USER_FIELDS = [
  ...withData('client-certificate'),
  ...withData('client-key'),
  ...'token tokenFile as as-uid as-groups as-user-extra username password auth-provider exec'.split(' '),
]

const EXEC_FIELDS = 'command args env apiVersion installHint provideClusterInfo interactiveMode'.split(' ')

function inOrder(value: JsonObject, first: readonly string[]): JsonObject {
  const ordered = first.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]] as const]))
  return { ...Object.fromEntries(ordered), ...value }
}

function withData(field: string): string[] {
  return [field, `${field}-data`]
}

/** The object with its fields in the order of the Go structs, in which kubectl prints JSON. */
function fieldOrder(object: ApiObject): Json {
  const { kind, apiVersion, preferences, clusters, users, contexts } = object
  const named = (list: Json | undefined, inner = 'user', ...first: string[]): Json | undefined =>
    Array.isArray(list)
      ? (list as ApiObject[]).map(({ name, ...item }) => {
          const value = isObject(item[inner]) ? inOrder(item[inner], first) : {}
          const { exec } = value
          return { name, [inner]: { ...value, ...(isObject(exec) ? { exec: inOrder(exec, EXEC_FIELDS) } : {}) } }
        })
      : list
  return {
    kind,
    apiVersion,
    preferences,
    clusters: named(clusters, 'cluster', ...CLUSTER_FIELDS),
    users: named(users, 'user', ...USER_FIELDS),
    contexts: named(contexts, 'context', 'cluster', 'user'),
    'current-context': object['current-context'],
    ...(object.extensions === undefined ? {} : { extensions: object.extensions }),
  }
}
