import { goJson } from '../../worker/api/go-json.ts'
import type { ExecPlugin } from './configuration.ts'
import type { Connection } from './connection.ts'
import { readExecStatus } from './exec-credential-answer.ts'
import { Failure, unsent, type Unreachable } from './failure.ts'
import type { Host } from './host.ts'
import { FileError } from './host.ts'

/** The output of a credential plugin: a token, a certificate with its key, or both. */
export interface ExecCredential {
  readonly token: string | undefined
  readonly certificate: string | undefined
  readonly key: string | undefined
}

/**
 * Runs the credential plugin of the user.
 * @throws Failure for an unknown apiVersion; Unreachable when the plugin fails, because no request is sent without
 * credentials
 */
export async function execCredential(host: Host, connection: Connection): Promise<ExecCredential> {
  const plugin = connection.user.exec ?? {}
  const { command = '', apiVersion = '' } = plugin
  if (!/^client\.authentication\.[^/]+\/(v1|v1beta1)$/.test(apiVersion))
    throw new Failure(`exec plugin: invalid apiVersion ${JSON.stringify(apiVersion)}`)
  const isInteractive = sharesTerminal(host, connection)
  if (host.run === undefined)
    throw unavailable(`exec: ${command}: there are no programs to run here; use a token or a client certificate`)
  const variables = (plugin.env ?? []).map(({ name, value }) => [name, value] as const)
  const environment = {
    ...Object.fromEntries(variables),
    KUBERNETES_EXEC_INFO: `${execInfo(plugin, connection, isInteractive)}\n`,
  }
  const { stdout, code } = await host
    .run({ command, args: plugin.args ?? [], environment, isInteractive })
    .catch((error: unknown) => notStarted(error))
  if (code !== 0) throw unavailable(`exec: executable ${command} failed with exit code ${code}`)
  return readCredential(stdout, apiVersion)
}

const unavailable = (why: string): Unreachable => unsent(`getting credentials: ${why}`)

function notStarted(error: unknown): never {
  throw error instanceof FileError ? unavailable(`exec: ${error.message}`) : error
}

/** Whether the plugin reads the terminal of the client. @throws Unreachable when it must and cannot */
function sharesTerminal(host: Host, { user, readsStandardInput }: Connection): boolean {
  const isTerminal = host.isTerminal?.() === true
  if (user.exec?.interactiveMode === 'Never') return false
  if (user.exec?.interactiveMode !== 'Always') return isTerminal && readsStandardInput !== true
  const refuse = (why: string): Unreachable => unavailable(`exec plugin cannot support interactive mode: ${why}`)
  if (!isTerminal) throw refuse('standard input is not a terminal')
  if (readsStandardInput === true) throw refuse('standard input is unavailable: used by stdin resource manifest reader')
  return true
}

/** The name of the extension of a cluster that its plugin receives: it has the API group of the plugin, in every dialect. */
const extensionName = (apiVersion: string): string => `${apiVersion.split('/')[0] ?? ''}/exec`

/** The input of the plugin, in the order of the type's fields. */
function execInfo(
  { apiVersion = '', provideClusterInfo }: ExecPlugin,
  { server, cluster }: Connection,
  isInteractive: boolean,
): string {
  const { 'tls-server-name': name, 'insecure-skip-tls-verify': insecure } = cluster
  const { 'certificate-authority-data': authority } = cluster
  const extension = cluster.extensions?.find(({ name }) => name === extensionName(apiVersion))?.extension
  const information = [
    `"server":${goJson(server)}`,
    ...(name ? [`"tls-server-name":${goJson(name)}`] : []),
    ...(insecure ? ['"insecure-skip-tls-verify":true'] : []),
    ...(authority ? [`"certificate-authority-data":${goJson(authority)}`] : []),
    `"config":${goJson(extension)}`,
  ]
  const clusterMember = provideClusterInfo ? `"cluster":{${information.join(',')}},` : ''
  return `{"kind":"ExecCredential","apiVersion":${goJson(apiVersion)},"spec":{${clusterMember}"interactive":${isInteractive}}}`
}

async function readCredential(text: string, apiVersion: string): Promise<ExecCredential> {
  try {
    const status = await readExecStatus(text, apiVersion)
    const [token, certificate, key] = [status.token, status.clientCertificateData, status.clientKeyData].map(
      (member) => member || undefined,
    )
    if (token === undefined && certificate === undefined && key === undefined)
      throw new Failure("exec plugin didn't return a token or cert/key pair")
    if ((certificate === undefined) !== (key === undefined))
      throw new Failure('exec plugin returned only certificate or key, not both')
    const fault = certificate === undefined || key === undefined ? undefined : await pairFault(certificate, key)
    if (fault !== undefined) throw new Failure(`failed parsing client key/certificate: ${fault}`)
    return { token, certificate, key }
  } catch (error) {
    throw error instanceof Failure ? unavailable(error.message) : error
  }
}

/** The parser of certificates is loaded for the users that have one. */
async function pairFault(certificate: string, key: string): Promise<string | undefined> {
  const { keyPairFault } = await import('../../worker/certificates/key-pair.ts')
  return keyPairFault(certificate, key)
}
