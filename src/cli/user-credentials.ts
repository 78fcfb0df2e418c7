import { toBase64Text } from '../../worker/runtime/bytes.ts'
import type { Cluster, User } from './configuration.ts'
import type { Connection } from './connection.ts'
import type { ExecCredential } from './exec-credential.ts'
import { Failure } from './failure.ts'
import type { FlagValues } from './flags.ts'
import type { Credentials, Host, TransportSecurity } from './host.ts'
import { readText } from './host.ts'
import { serverUrl } from './server-url.ts'

type Headers = Record<string, string | readonly string[]>

/**
 * The headers and certificates of a user. A server on plain HTTP gets no token and no password, and no credential plugin runs
 * for it: only the name of `--as` is sent. A user without credentials must enter a name, except for a private server.
 * @throws Failure, FileError, Unreachable when the credentials cannot be read
 */
export async function userCredentials(host: Host, connection: Connection, flags: FlagValues): Promise<Credentials> {
  const headers: Headers = {
    'User-Agent': `${host.dialect.cliNames[0]}/v1.30.0 (linux/amd64) kubernetes/7c48c2b`,
    ...impersonation(flags),
  }
  const server = serverUrl(connection.server)
  const isPrivate = host.isPrivate?.(server) === true
  if (!/^https:/i.test(server) && !isPrivate) return { headers, tls: {} }
  const { user } = connection
  const token = await tokenOf(host, user)
  if (!token && !isPrivate && !hasIdentity(user))
    await import('./user-prompt.ts').then((file) => file.promptForUser(host))
  if (token && user.username) throw new Failure('username/password or bearer token may be set, but not both')
  const plugin =
    user.exec === undefined || token || user.username || hasCertificate(user)
      ? undefined
      : await import('./exec-credential.ts').then((file) => file.execCredential(host, connection))
  const bearer = token ?? plugin?.token
  if (bearer) headers.Authorization = `Bearer ${bearer}`
  else if (user.username) headers.Authorization = `Basic ${toBase64Text(`${user.username}:${user.password ?? ''}`)}`
  return { headers, tls: await security(host, connection, plugin) }
}

/** The token in the file of the user, else the token itself. @throws FileError when only the file is given and cannot be read */
async function tokenOf({ files }: Host, { token, tokenFile }: User): Promise<string | undefined> {
  if (!tokenFile) return token
  try {
    return (await readText(files, tokenFile)).trim() || token
  } catch (error) {
    if (!token) throw error
    return token
  }
}

/** Whether the user has credentials beside a token. */
const hasIdentity = (user: User): boolean =>
  Boolean(user.username || user['client-certificate-data'] || user['client-certificate']) || user.exec !== undefined

/** Whether the user has a client certificate, beside which a credential plugin does not run. */
const hasCertificate = (user: User): boolean =>
  Boolean(user['client-certificate-data'] || user['client-certificate']) &&
  Boolean(user['client-key-data'] || user['client-key'])

function impersonation(flags: FlagValues): Headers {
  const headers: Headers = {}
  if (flags.text('as') === '') return headers
  headers['Impersonate-User'] = flags.text('as')
  const groups = flags.list('as-group')
  if (groups.length > 0) headers['Impersonate-Group'] = groups
  if (flags.text('as-uid') !== '') headers['Impersonate-Uid'] = flags.text('as-uid')
  return headers
}

async function security(
  { files }: Host,
  { user, cluster }: Connection,
  plugin: ExecCredential | undefined,
): Promise<TransportSecurity> {
  const pem = async (data: string | undefined, path: string | undefined) => {
    if (data) return atob(data)
    return path ? readText(files, path) : undefined
  }
  const authority = await pem(cluster['certificate-authority-data'], cluster['certificate-authority'])
  if (authority !== undefined) requireAuthority(authority, cluster)
  const clientCertificate =
    plugin?.certificate ?? (await pem(user['client-certificate-data'], user['client-certificate']))
  return {
    insecure: cluster['insecure-skip-tls-verify'],
    serverName: cluster['tls-server-name'] || undefined,
    // With an empty file, the server is verified by the authorities of the system.
    certificateAuthority: authority || undefined,
    clientCertificate,
    clientKey:
      clientCertificate === undefined
        ? undefined
        : (plugin?.key ?? (await pem(user['client-key-data'], user['client-key']))),
  }
}

function requireAuthority(pem: string, cluster: Cluster): void {
  if (cluster['insecure-skip-tls-verify'])
    throw new Failure('specifying a root certificates file with the insecure flag is not allowed')
  if (pem === '' || /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.test(pem)) return
  const isOtherPem = /-----BEGIN [^]*-----END [^\n]*-----\n?$/.test(pem)
  throw new Failure(
    `unable to load root certificates: ${isOtherPem ? 'no valid certificate authority data seen' : 'unable to parse bytes as PEM block'}`,
  )
}
