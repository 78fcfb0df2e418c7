import { toBase64Text } from '../../worker/runtime/bytes.ts'
import type { Connection } from './connection.ts'
import type { ExecCredential } from './exec-credential.ts'
import type { FlagValues } from './flags.ts'
import type { Credentials, Host, TransportSecurity } from './host.ts'
import { readText } from './host.ts'
import { serverUrl } from './server-url.ts'

type Headers = Record<string, string | readonly string[]>

/**
 * The headers and certificates of a user. A server on plain HTTP gets no token and no password, and no credential plugin runs
 * for it: only the name of `--as` is sent.
 * @throws Failure, FileError, Unreachable when the credentials cannot be read
 */
export async function userCredentials(host: Host, connection: Connection, flags: FlagValues): Promise<Credentials> {
  const headers: Headers = {
    'User-Agent': `${host.dialect.cliNames[0]}/v1.30.0 (linux/amd64) kubernetes/7c48c2b`,
    ...impersonation(flags),
  }
  const server = serverUrl(connection.server)
  if (!/^https:/i.test(server) && host.isPrivate?.(server) !== true) return { headers, tls: {} }
  const { user } = connection
  const plugin =
    user.exec === undefined
      ? undefined
      : await import('./exec-credential.ts').then((file) => file.execCredential(host, connection))
  const token = plugin?.token ?? user.token
  if (token) headers.Authorization = `Bearer ${token}`
  else if (user.username) headers.Authorization = `Basic ${toBase64Text(`${user.username}:${user.password ?? ''}`)}`
  return { headers, tls: await security(host, connection, plugin) }
}

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
  const clientCertificate =
    plugin?.certificate ?? (await pem(user['client-certificate-data'], user['client-certificate']))
  return {
    insecure: cluster['insecure-skip-tls-verify'],
    serverName: cluster['tls-server-name'],
    certificateAuthority: await pem(cluster['certificate-authority-data'], cluster['certificate-authority']),
    clientCertificate,
    clientKey:
      clientCertificate === undefined
        ? undefined
        : (plugin?.key ?? (await pem(user['client-key-data'], user['client-key']))),
  }
}
