import { Client } from './client.ts'
import { parseArguments } from './arguments.ts'
import { loadConfiguration } from './configuration.ts'
import { chooseEntries, chosenConnection } from './connection.ts'
import { discover, resourcePath } from './discovery.ts'
import { isObject } from '../../worker/api/json.ts'
import { globalFlags } from './global-flags.ts'
import type { Host } from './host.ts'
import type { DiscoveryCache } from './session.ts'
import type { CompletionSource } from './completion.ts'

const MAX_NAMES = 200

/** Completes types and names from the cluster and files from the shell. A failed request gives no candidates. */
export function clusterNames(host: Host, cache: DiscoveryCache): CompletionSource {
  const connect = async () => {
    const { flags } = parseArguments([], globalFlags)
    const chosen = chooseEntries(await loadConfiguration(host, flags, { resolve: true }), flags)
    const client = new Client(host, chosenConnection(chosen, flags), flags)
    const discovery = await cache.get(client.server, () => discover(client, host.dialect.spell('{domain}')))
    return { client, discovery, namespace: chosen.namespace || 'default' }
  }
  return {
    types: async () => (await connect()).discovery.preferred().map((type) => type.resource),
    async names(typeName, given) {
      const { client, discovery, namespace } = await connect()
      const type = discovery.find(typeName)
      const path = resourcePath(type, given ?? namespace)
      const accept = host.dialect.spell(
        'application/json;as=PartialObjectMetadataList;v=v1;g=meta.{domain},application/json',
      )
      const { items } = await client.json({ path, accept, query: { limit: String(MAX_NAMES) } })
      return Array.isArray(items)
        ? items.filter(isObject).map((item) => (isObject(item.metadata) ? String(item.metadata.name) : ''))
        : []
    },
    async files(folder) {
      const { files } = host
      const names = await files.list(folder === '' ? '.' : folder)
      return Promise.all(
        names.map(async (name) => ((await files.kind(`${folder}${name}`)) === 'directory' ? `${name}/` : name)),
      )
    },
  }
}
