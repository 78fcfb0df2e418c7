import type { Cluster, User } from './configuration.ts'
import type { ChosenEntries } from './connection.ts'
import { Failure } from './failure.ts'
import type { Files } from './host.ts'
import { FileError } from './host.ts'

/** A missing context, or several faults of a configuration. kubectl prints `Error in configuration: ...`. */
export class ConfigurationFailure extends Failure {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigurationFailure'
  }
}

/**
 * Refuses entries that contradict each other or that are missing. A single fault is thrown by itself, several faults
 * as a list.
 * @throws Failure, ConfigurationFailure
 */
export async function confirmUsable(chosen: ChosenEntries, files: Files): Promise<void> {
  const { missingContext, cluster, clusterName, user = {}, userName } = chosen
  const missing = missingContext === undefined ? [] : [`context was not found for specified context: ${missingContext}`]
  const faults = [
    ...missing,
    ...(await userFaults(user, userName, files)),
    ...impersonationFaults(user, userName),
    ...(await clusterFaults(cluster, clusterName, files)),
  ]
  if (faults.length === 1 && missing.length === 0) throw new Failure(faults[0] ?? '')
  if (faults.length === 1) throw new ConfigurationFailure(faults[0] ?? '')
  if (faults.length > 1) throw new ConfigurationFailure(`\n${faults.map((fault) => `* ${fault}`).join('\n')}`)
}

async function clusterFaults(cluster: Cluster | undefined, name: string, files: Files): Promise<string[]> {
  if (cluster === undefined) return [`no server found for cluster ${JSON.stringify(name)}`]
  const path = cluster['certificate-authority']
  if (cluster['certificate-authority-data'] && path)
    return [
      `certificate-authority-data and certificate-authority are both specified for ${name}. certificate-authority-data will override.`,
    ]
  return unreadable(files, 'certificate-authority', path, name)
}

async function userFaults(user: User, name: string, files: Files): Promise<string[]> {
  const methods = [...(user.token ? ['token'] : []), ...(user.username || user.password ? ['basicAuth'] : [])]
  return [
    ...(await certificateFaults(user, name, files)),
    ...execFaults(user, name),
    ...(methods.length > 1
      ? [`more than one authentication method found for ${name}; found [${methods.join(' ')}], only one is allowed`]
      : []),
  ]
}

async function certificateFaults(user: User, name: string, files: Files): Promise<string[]> {
  const { 'client-certificate': path, 'client-certificate-data': data } = user
  const { 'client-key': keyPath, 'client-key-data': keyData } = user
  if (!path && !data) return []
  const faults: string[] = []
  if (path && data)
    faults.push(`client-cert-data and client-cert are both specified for ${name}. client-cert-data will override.`)
  if (keyPath && keyData)
    faults.push(`client-key-data and client-key are both specified for ${name}; client-key-data will override`)
  if (!keyPath && !keyData)
    faults.push(
      `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`,
    )
  faults.push(...(await unreadable(files, 'client-cert', path, name)))
  faults.push(...(await unreadable(files, 'client-key', keyPath, name)))
  return faults
}

const MODES: ReadonlySet<string> = new Set(['Never', 'IfAvailable', 'Always'])

function execFaults({ exec, 'auth-provider': provider }: User, name: string): string[] {
  if (exec === undefined) return []
  const faults: string[] = []
  if (provider !== undefined)
    faults.push(`authProvider cannot be provided in combination with an exec plugin for ${name}`)
  const missing = (what: string) => `${what} must be specified for ${name} to use exec authentication plugin`
  if (!exec.command) faults.push(missing('command'))
  if (!exec.apiVersion) faults.push(missing('apiVersion'))
  if (exec.env?.some((variable) => !variable.name)) faults.push(missing('env variable name'))
  // Only v1 requires the mode. The default of older versions is to use standard input when it is available.
  const mode = exec.interactiveMode ?? (exec.apiVersion?.endsWith('/v1') ? '' : 'IfAvailable')
  if (mode === '') faults.push(missing('interactiveMode'))
  else if (!MODES.has(mode)) faults.push(`invalid interactiveMode for ${name}: ${JSON.stringify(mode)}`)
  return faults
}

function impersonationFaults(user: User, name: string): string[] {
  const others =
    (user['as-groups'] ?? []).length > 0 || user['as-uid'] || Object.keys(user['as-user-extra'] ?? {}).length > 0
  return others && !user.as ? [`requesting uid, groups or user-extra for ${name} without impersonating a user`] : []
}

async function unreadable(files: Files, what: string, path: string | undefined, name: string): Promise<string[]> {
  if (!path) return []
  try {
    await files.read(path)
    return []
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return [`unable to read ${what} ${path} for ${name} due to ${error.message}`]
  }
}
