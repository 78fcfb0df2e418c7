import { toBase64Text, toHex } from '../../worker/runtime/bytes.ts'
import type { User } from './configuration.ts'
import type { Connection } from './connection.ts'
import { Failure, unsent } from './failure.ts'
import type { Credentials, Host, TransportSecurity } from './host.ts'
import { readText } from './host.ts'
import { serverUrl } from './server-url.ts'

type Headers = Record<string, string | readonly string[]>

/**
 * The headers and certificates of a user. A server on plain HTTP gets no token and no password, and no credential plugin runs
 * for it: only the name of `--as` is sent. A user without credentials must enter a name, except for a private server.
 * @throws Failure, FileError, Unreachable when the credentials cannot be read
 */
export async function userCredentials(host: Host, connection: Connection): Promise<Credentials> {
  const headers: Headers = {
    'User-Agent': `${host.dialect.cliNames[0]}/v1.30.0 (linux/amd64) kubernetes/7c48c2b`,
    ...impersonation(connection.user),
  }
  const server = serverUrl(connection.server)
  const isPrivate = host.isPrivate?.(server) === true
  if (!/^https:/i.test(server) && !isPrivate) return { headers, tls: {} }
  const { user } = connection
  const token = await tokenOf(host, user)
  if (!token && !isPrivate && !hasIdentity(user))
    await import('./user-prompt.ts').then((file) => file.promptForUser(host))
  if (token && user.username) throw new Failure('username/password or bearer token may be set, but not both')
  const provided = user['auth-provider']
  const provider =
    provided === undefined
      ? undefined
      : await import('./auth-provider.ts').then((file) => file.authProvider(provided, host.now))
  const tls = await security(host, connection)
  const plugin =
    user.exec === undefined || token || user.username || hasCertificate(user)
      ? undefined
      : await import('./exec-credential.ts').then((file) => file.execCredential(host, connection))
  const bearer = token ?? plugin?.token ?? (user.username ? undefined : provider?.())
  if (bearer) headers.Authorization = `Bearer ${bearer}`
  else if (user.username) headers.Authorization = `Basic ${toBase64Text(`${user.username}:${user.password ?? ''}`)}`
  const { certificate: clientCertificate, key: clientKey } = plugin ?? {}
  return { headers, tls: clientCertificate === undefined ? tls : { ...tls, clientCertificate, clientKey } }
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
  Boolean(user.username || user['client-certificate-data'] || user['client-certificate']) ||
  user.exec !== undefined ||
  user['auth-provider'] !== undefined

/** Whether the user has a client certificate, beside which a credential plugin does not run. */
const hasCertificate = (user: User): boolean =>
  Boolean(user['client-certificate-data'] || user['client-certificate']) &&
  Boolean(user['client-key-data'] || user['client-key'])

/** Headers in the order of client-go; none without the name of another user. */
function impersonation(user: User): Headers {
  const headers: Headers = {}
  if (!user.as) return headers
  headers['Impersonate-User'] = user.as
  const groups = user['as-groups'] ?? []
  if (groups.length > 0) headers['Impersonate-Group'] = groups
  if (user['as-uid']) headers['Impersonate-Uid'] = user['as-uid']
  for (const [name, values] of Object.entries(user['as-user-extra'] ?? {}))
    headers[`Impersonate-Extra-${headerName(name)}`] = values ?? []
  return headers
}

/** The name of an attribute inside the name of a header: every other character is escaped, as `%` is. */
const headerName = (name: string): string =>
  name.replace(/[^\w!#$&'*+.^`|~-]+/g, (text) =>
    toHex(new TextEncoder().encode(text)).toUpperCase().replace(/../g, '%$&'),
  )

/** The certificates of a configuration. @throws Failure, FileError, Unreachable */
async function security({ files }: Host, { user, cluster }: Connection): Promise<TransportSecurity> {
  const pem = async (data: string | undefined, path: string | undefined) => {
    if (data) return atob(data)
    return path ? readText(files, path) : undefined
  }
  const { 'certificate-authority-data': authority, 'certificate-authority': path } = cluster
  const insecure = cluster['insecure-skip-tls-verify']
  if (insecure && (authority || path))
    throw new Failure('specifying a root certificates file with the insecure flag is not allowed')
  const certificateAuthority = await pem(authority, path)
  if (certificateAuthority) await requireAuthority(certificateAuthority)
  const clientCertificate = await pem(user['client-certificate-data'], user['client-certificate'])
  const clientKey = clientCertificate === undefined ? undefined : await pem(user['client-key-data'], user['client-key'])
  if (clientCertificate !== undefined && clientKey !== undefined)
    await requireKeyPair(user, clientCertificate, clientKey)
  return {
    insecure,
    serverName: cluster['tls-server-name'] || undefined,
    // With an empty file, the server is verified by the authorities of the system.
    certificateAuthority: certificateAuthority || undefined,
    clientCertificate,
    clientKey,
  }
}

/** The parser of certificates is loaded for the configurations that have one. @throws Failure */
async function requireAuthority(text: string): Promise<void> {
  const { authorityFault } = await import('./authority-fault.ts')
  const fault = authorityFault(text)
  if (fault !== undefined) throw new Failure(`unable to load root certificates: ${fault}`)
}

/** kubectl reads a certificate and a key in two files only with the first request. @throws Failure, Unreachable */
async function requireKeyPair(user: User, certificate: string, key: string): Promise<void> {
  const { keyPairFault } = await import('../../worker/certificates/key-pair.ts')
  const fault = keyPairFault(certificate, key)
  if (fault === undefined) return
  const isInFiles = !user['client-certificate-data'] && !user['client-key-data']
  throw isInFiles ? unsent(fault) : new Failure(fault)
}
