import type { Command } from '../command.ts'
import type { Cluster, Configuration, User } from '../configuration.ts'
import { pathsOfFile } from '../configuration.ts'
import { changeConfiguration, exactly } from '../configuration-change.ts'
import { Failure, UsageError } from '../failure.ts'
import { array, boolean, list, text } from '../flags.ts'
import { toBase64 } from '../../../worker/runtime/bytes.ts'
import { commandHelp } from '../help.ts'
import { FileError } from '../host.ts'
import type { Session } from '../session.ts'

export const setCluster = {
  name: 'set-cluster',
  summary: 'Set a cluster entry in the configuration',
  description:
    'Set a cluster entry in kubeconfig.\n\n Specifying a name that already exists will merge new fields on top of existing values for those fields.',
  usage: 'config set-cluster NAME [--server=server] [--certificate-authority=path] [--insecure-skip-tls-verify=true]',
  flags: [
    text('certificate-authority', 'Path to the certificate file of the authority for the entry.', {
      completes: 'file',
    }),
    boolean('embed-certs', 'Whether to embed the certificate of the authority.'),
    boolean('insecure-skip-tls-verify', "Whether clients skip the check of the server's certificate."),
    text('proxy-url', 'The address of a proxy to reach the cluster by.'),
    text('server', 'The address of the server for the entry.'),
    text('tls-server-name', 'The server name that clients check in the certificate.'),
  ],
  async run(session) {
    const [name = ''] = await exactly(session, setCluster, 1)
    if (name === '') throw new Failure('you must specify a non-empty cluster name')
    const { flags } = session
    const authority = flags.text('certificate-authority')
    if (flags.boolean('insecure-skip-tls-verify') && authority !== '')
      throw new Failure('you cannot specify a certificate authority and insecure mode at the same time')
    if (flags.boolean('embed-certs') && authority === '')
      throw new Failure('you must specify a --certificate-authority to embed')
    const given: Cluster = {}
    for (const field of ['server', 'tls-server-name', 'proxy-url'] as const)
      if (flags.given(field)) given[field] = flags.text(field)
    if (flags.given('insecure-skip-tls-verify'))
      given['insecure-skip-tls-verify'] = flags.boolean('insecure-skip-tls-verify')
    const found = flags.given('certificate-authority')
      ? await certificate(session, 'certificate-authority', authority)
      : undefined
    await changeConfiguration(
      session,
      ({ clusters }, _, file) => {
        const { 'insecure-skip-tls-verify': insecure, ...before } = clusters.get(name) ?? {}
        // The name belongs to the previous server.
        if (flags.given('server')) delete before['tls-server-name']
        if (flags.boolean('insecure-skip-tls-verify')) {
          delete before['certificate-authority']
          delete before['certificate-authority-data']
        }
        const kept = found === undefined && insecure !== undefined ? { 'insecure-skip-tls-verify': insecure } : {}
        const cluster = withoutFalse({ ...withoutOther(before, found), ...kept, ...given, ...found })
        clusters.set(name, withPathsFrom(session, file, cluster))
      },
      ({ clusters }) => clusters.has(name),
    )
    session.host.stdout(`Cluster ${JSON.stringify(name)} set.\n`)
  },
} satisfies Command

export const setCredentials = {
  name: 'set-credentials',
  summary: 'Set a user entry in the configuration',
  description:
    'Set a user entry in kubeconfig.\n\n Specifying a name that already exists will merge new fields on top of existing values.',
  usage: 'config set-credentials NAME [--token=token] [--username=name] [--password=password]',
  flags: [
    text('auth-provider', 'Auth provider of the user.'),
    list('auth-provider-arg', 'Key=value for the auth provider; `key-` removes one.'),
    text('client-certificate', 'Path to the client certificate file for the entry.', { completes: 'file' }),
    text('client-key', 'Path to the client key file for the entry.', { completes: 'file' }),
    boolean('embed-certs', 'Embed the client certificate and its key.'),
    text('exec-api-version', 'API version of the exec credential plugin.'),
    list('exec-arg', 'Argument of the exec credential plugin command; repeat it for several.'),
    text('exec-command', 'Command for the exec credential plugin.'),
    array('exec-env', 'Environment of the exec credential plugin command: KEY=value.'),
    text('exec-interactive-mode', 'Whether the plugin may read standard input: Never, IfAvailable, Always.'),
    boolean('exec-provide-cluster-info', 'Tell the exec credential plugin about the cluster.'),
    text('password', 'The password for the entry.'),
    text('token', 'The bearer token for the entry.'),
    text('username', 'The user name for the entry.'),
  ],
  async run(session) {
    const [name = ''] = await exactly(session, setCredentials, 1, 'unexpected')
    if (name === '') throw new Failure('you must specify a non-empty user name')
    const { flags } = session
    const basic = flags.given('username') || flags.given('password')
    if (flags.text('token') !== '' && basic)
      throw new Failure(
        'you cannot specify more than one authentication method at the same time: --token, --username/--password',
      )
    if (flags.boolean('embed-certs') && flags.text('client-certificate') === '' && flags.text('client-key') === '')
      throw new Failure('you must specify a --client-certificate or --client-key to embed')
    if (flags.given('exec-interactive-mode') && !INTERACTIVE_MODES.has(flags.text('exec-interactive-mode')))
      throw new Failure('invalid interactive mode type, can be only IfAvailable, Never, Always')
    const files: User = {
      ...(await fileOf(session, 'client-certificate')),
      ...(await fileOf(session, 'client-key')),
    }
    const provided = await pairsOf(session, 'auth-provider-arg')
    const environment = await pairsOf(session, 'exec-env')
    await changeConfiguration(
      session,
      ({ users }, _, file) => {
        const user = withoutOther({ ...users.get(name) }, files)
        setSecrets(session, user)
        if (flags.given('exec-command') || user.exec !== undefined) user.exec = execOf(session, user.exec, environment)
        if (flags.given('auth-provider') || user['auth-provider'] !== undefined)
          setAuthProvider(session, user, provided)
        users.set(name, withPathsFrom(session, file, { ...user, ...files }))
      },
      ({ users }) => users.has(name),
    )
    session.host.stdout(`User ${JSON.stringify(name)} set.\n`)
  },
} satisfies Command

const INTERACTIVE_MODES: ReadonlySet<string> = new Set(['IfAvailable', 'Never', 'Always'])

/** A key with its new value; undefined removes it. */
type Pair = readonly [key: string, value: string | undefined]

/**
 * Reads the words of a flag: `KEY=value` sets a key, `KEY-` removes it.
 * @throws Failure for any other word, after the help is printed
 */
async function pairsOf({ flags, host, cli }: Session, flag: string): Promise<Pair[]> {
  const words = flags.list(flag)
  const unfit = words.filter((word) => word.indexOf('=') < 1 && !/.-$/.test(word))
  if (unfit.length > 0) {
    const help = await commandHelp(setCredentials, ['config', setCredentials.name])
    host.stdout(help.replaceAll('{cli}', cli))
    throw new Failure(`invalid ${flag} format: ${unfit.join(', ')}`)
  }
  return words.map((word): Pair => {
    const at = word.indexOf('=')
    return at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word.slice(0, -1), undefined]
  })
}

/** Writes the authentication provider of a user. Another name drops the arguments; removals come before new values. */
function setAuthProvider({ flags }: Session, user: User, pairs: readonly Pair[]): void {
  const before = user['auth-provider']
  const name = flags.given('auth-provider') ? flags.text('auth-provider') : (before?.name ?? '')
  const config = new Map(before?.name === name ? Object.entries(before.config ?? {}) : [])
  for (const [key] of pairs.filter(([, value]) => value === undefined)) config.delete(key)
  for (const [key, value] of pairs) if (value !== undefined) config.set(key, value)
  user['auth-provider'] = { name, config: Object.fromEntries(config) }
}

type Exec = NonNullable<User['exec']>

/** The credential plugin after the given flags; fields without a flag keep their values. */
function execOf({ flags }: Session, before: Exec | undefined, pairs: readonly Pair[]): Exec {
  const [removed, changed] = [new Set<string>(), new Map<string, string>()]
  for (const [name, value] of pairs)
    if (value === undefined) removed.add(name)
    else changed.set(name, value)
  const kept = (before?.env ?? []).flatMap((variable) => {
    const { name } = variable
    if (removed.has(name)) return []
    const value = changed.get(name)
    changed.delete(name)
    return [value === undefined ? variable : { name, value }]
  })
  const env = [...kept, ...[...changed].map(([name, value]) => ({ name, value }))]
  const isList = Array.isArray(before?.env) || removed.size > 0
  // A new command does not get the arguments of the previous command.
  const keptArgs = flags.given('exec-command') ? null : (before?.args ?? null)
  const [version, mode] = [flags.text('exec-api-version'), flags.text('exec-interactive-mode')]
  return {
    ...before,
    args: flags.given('exec-arg') ? flags.list('exec-arg') : keptArgs,
    ...(version === '' ? {} : { apiVersion: version }),
    ...(flags.given('exec-command') ? { command: flags.text('exec-command') } : {}),
    env: env.length > 0 || isList ? env : null,
    ...(mode === '' ? {} : { interactiveMode: mode }),
    ...(flags.given('exec-provide-cluster-info')
      ? { provideClusterInfo: flags.boolean('exec-provide-cluster-info') }
      : {}),
  }
}

type PemField = 'certificate-authority' | 'client-certificate' | 'client-key'

async function fileOf(session: Session, field: PemField): Promise<Partial<Record<string, string>>> {
  // An empty path is the working folder, as Go reads it.
  return session.flags.given(field) ? certificate(session, field, session.flags.text(field)) : {}
}

/**
 * The field with the path of a file; with `--embed-certs`, the `-data` field with the file's content in Base64.
 * @throws Failure for an unreadable file
 */
async function certificate({ flags, host }: Session, field: PemField, path: string) {
  if (!flags.boolean('embed-certs')) return { [field]: host.files.resolve(path) }
  try {
    return { [`${field}-data`]: toBase64(await host.files.read(path)) }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw new Failure(`could not stat ${field} file ${path}: stat ${path}: ${error.why}`)
  }
}

const PATHS: ReadonlySet<string> = new Set(['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'])

/**
 * The entry with paths that start at the folder of its file. Paths to places outside the folder are absolute, except the
 * path of the folder around it.
 */
function withPathsFrom<T extends object>({ host }: Session, file: string, entry: T): T {
  const { folder, absolute } = pathsOfFile(host, file)
  const changed = Object.entries(entry).map(([field, value]: [string, unknown]): [string, unknown] => {
    if (!PATHS.has(field) || typeof value !== 'string' || value === '') return [field, value]
    const path = absolute(value)
    const near = new Map([
      [folder, '.'],
      [folder.replace(/\/[^/]*$/, ''), '..'],
    ])
    return [field, path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : (near.get(path) ?? path)]
  })
  return Object.fromEntries(changed) as T
}

/**
 * The entry without the counterparts of the fields in `set`: a file replaces embedded content, and embedded content
 * replaces a file.
 */
function withoutOther<T extends object>(entry: T, set: object | undefined): T {
  const others = Object.keys(set ?? {}).map((key) => (key.endsWith('-data') ? key.slice(0, -5) : `${key}-data`))
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !others.includes(key))) as T
}

const BASIC = ['username', 'password'] as const

/**
 * Writes the token, the name and the password of the flags. A value replaces the other method; an empty one removes its
 * field.
 */
function setSecrets({ flags }: Session, user: User): void {
  const setsToken = flags.text('token') !== ''
  const setsBasic = BASIC.some((field) => flags.text(field) !== '')
  for (const field of ['token', ...BASIC] as const) {
    const isOther = field === 'token' ? setsBasic : setsToken
    if (flags.given(field)) user[field] = flags.text(field)
    if (isOther || user[field] === '') delete user[field]
  }
}

/** The cluster without fields that are false or empty, which the file omits. An empty `server` is kept. */
function withoutFalse({ server, ...cluster }: Cluster): Cluster {
  const kept = Object.fromEntries(Object.entries(cluster).filter(([, value]) => value !== false && value !== ''))
  return { ...(server === undefined ? {} : { server }), ...kept }
}

const deletion = (noun: 'cluster' | 'user', entries: (configuration: Configuration) => Map<string, unknown>) =>
  ({
    name: `delete-${noun}`,
    summary: `Delete the specified ${noun} from the configuration`,
    description: `Delete the specified ${noun} from the kubeconfig.`,
    usage: `config delete-${noun} NAME`,
    async run(session: Session) {
      const [name, ...more] = session.args
      if (name === undefined || more.length > 0) {
        if (noun === 'user')
          throw new UsageError(
            'user to delete is required',
            `See '${session.cli} config delete-user -h' for help and examples`,
          )
        return session.host.stdout(`Delete the specified ${noun} from the kubeconfig.\n`)
      }
      const file = await changeConfiguration(
        session,
        (configuration, path) => {
          if (!entries(configuration).delete(name)) throw new Failure(`cannot delete ${noun} ${name}, not in ${path}`)
        },
        (configuration) => entries(configuration).has(name),
      )
      session.host.stdout(`deleted ${noun} ${name} from ${file}\n`)
    },
  }) satisfies Command

export const deleteCluster = deletion('cluster', ({ clusters }) => clusters)
export const deleteUser = deletion('user', ({ users }) => users)
