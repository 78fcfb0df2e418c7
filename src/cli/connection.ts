import type { Cluster, Configuration, User } from './configuration.ts'
import { parseDuration } from './duration.ts'
import { Failure } from './failure.ts'
import type { FlagValues } from './flags.ts'

/** The entries of a configuration that a command line uses, with the values of its flags. */
export interface ChosenEntries {
  /** The name of a context that no file has; undefined when it exists or when no context is chosen. */
  readonly missingContext: string | undefined
  /** The namespace of the context. */
  readonly namespace: string
  /** The cluster to connect to; undefined when a flag names a cluster that no file has. */
  readonly cluster: Cluster | undefined
  readonly clusterName: string
  /** The user of the connection; undefined when a flag names a user that no file has. */
  readonly user: User | undefined
  readonly userName: string
}

/** The server and the user of requests. */
export interface Connection {
  readonly server: string
  readonly cluster: Cluster
  readonly clusterName: string
  readonly user: User
  readonly userName: string
  /** Whether the command reads objects or variables from standard input, which a credential plugin then cannot share. */
  readonly readsStandardInput?: boolean
}

/** Chooses context, cluster and user; flags override the files. */
export function chooseEntries(configuration: Configuration, flags: FlagValues): ChosenEntries {
  const contextName = flags.text('context') || configuration.currentContext
  const context = configuration.contexts.get(contextName)
  const clusterName = flags.text('cluster') || (context?.cluster ?? '')
  const cluster = configuration.clusters.get(clusterName)
  const userName = flags.text('user') || (context?.user ?? '')
  const user = configuration.users.get(userName)
  return {
    missingContext: contextName !== '' && context === undefined ? contextName : undefined,
    namespace: context?.namespace ?? '',
    cluster: flags.text('cluster') !== '' && cluster === undefined ? undefined : withFlags(cluster, flags),
    clusterName,
    user: flags.text('user') !== '' && user === undefined ? undefined : credentials(user, flags),
    userName,
  }
}

/**
 * The connection to the chosen entries.
 * @throws Failure when a flag names an entry that does not exist
 */
export function chosenConnection(chosen: ChosenEntries, flags: FlagValues): Connection {
  const { cluster, clusterName, user, userName } = chosen
  if (user === undefined) throw new Failure(`auth info ${JSON.stringify(userName)} does not exist`)
  if (flags.text('context') !== '' && chosen.missingContext !== undefined)
    throw new Failure(`context ${JSON.stringify(chosen.missingContext)} does not exist`)
  if (cluster === undefined) throw new Failure(`cluster ${JSON.stringify(clusterName)} does not exist`)
  const server = flags.text('server') || (cluster.server ?? '') || 'http://localhost:8080'
  return { server, cluster, clusterName, user, userName }
}

/**
 * The time limit of one request in milliseconds; undefined means no limit.
 * @throws Failure for an unreadable value or a negative number
 */
export function requestTimeout(flags: FlagValues): number | undefined {
  const text = flags.text('request-timeout')
  const milliseconds = text === '' ? 0 : parseDuration(text)
  if (milliseconds === undefined || /^-\d+$/.test(text))
    throw new Failure(
      'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
    )
  return milliseconds > 0 ? milliseconds : undefined
}

/**
 * Flags that verify the server replace all such fields of the cluster. With `--server`, the TLS server name of the
 * configuration does not apply.
 */
function withFlags(cluster: Cluster | undefined, flags: FlagValues): Cluster {
  const own: Cluster = { ...cluster }
  const [insecure, authority] = [flags.boolean('insecure-skip-tls-verify'), flags.text('certificate-authority')]
  if (insecure || authority !== '') {
    own['insecure-skip-tls-verify'] = insecure
    own['certificate-authority'] = authority
    delete own['certificate-authority-data']
  }
  const name = flags.text('tls-server-name')
  if (name !== '' || flags.text('server') !== '') own['tls-server-name'] = name
  return own
}

function credentials(user: User | undefined, flags: FlagValues): User {
  const own: User = {}
  for (const key of ['token', 'username', 'password', 'client-certificate', 'client-key', 'as', 'as-uid'] as const)
    if (flags.text(key) !== '') own[key] = flags.text(key)
  const groups = flags.list('as-group')
  if (groups.length > 0) own['as-groups'] = groups
  return { ...user, ...own }
}
