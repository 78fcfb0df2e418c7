import { writeYaml } from '../../worker/codec/yaml-writer.ts'
import type { Configuration, User } from './configuration.ts'
import { mapped } from './configuration.ts'
import type { Host } from './host.ts'

/** The configuration as its file stores it: lists of named entries. */
export function configurationObject(configuration: Configuration): Record<string, unknown> {
  const listed = (entries: ReadonlyMap<string, object>, kind: string): unknown[] | null =>
    entries.size === 0
      ? null
      : [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => ({ [kind]: value, name }))
  const contexts = new Map(
    [...configuration.contexts].map(([name, value]) => [name, { cluster: '', user: '', ...value }]),
  )
  const clusters = new Map([...configuration.clusters].map(([name, value]) => [name, { server: '', ...value }]))
  return {
    apiVersion: 'v1',
    clusters: listed(clusters, 'cluster'),
    contexts: listed(contexts, 'context'),
    'current-context': configuration.currentContext,
    ...(configuration.extensions === undefined ? {} : { extensions: configuration.extensions }),
    kind: 'Config',
    preferences: configuration.preferences ?? {},
    users: listed(mapped(configuration.users, completed), 'user'),
  }
}

/** The user with the fields that Go writes even when they have no value. */
function completed(user: User): User {
  const { exec } = user
  const provider = user['auth-provider']
  return {
    ...user,
    ...(exec === undefined ? {} : { exec: { args: null, command: '', env: null, provideClusterInfo: false, ...exec } }),
    ...(provider === undefined ? {} : { 'auth-provider': { name: '', config: null, ...provider } }),
  }
}

export async function writeConfiguration(host: Host, path: string, configuration: Configuration): Promise<void> {
  await host.files.write(path, writeYaml(configurationObject(configuration)))
}
