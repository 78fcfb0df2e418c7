import type { ResourceType } from './discovery.ts'
import { Discovery } from './discovery.ts'
import type { Host } from './host.ts'
import { FileError, readText } from './host.ts'

/** The time for which kubectl uses its stored discovery. */
const LIFETIME_MS = 6 * 60 * 60 * 1000

/** Discovery stored on disk between commands, in this client's own format. */
interface StoredDiscovery {
  readonly time: number
  readonly types: readonly ResourceType[]
  readonly groupVersions: readonly string[]
}

const fileOf = (folder: string, server: string): string =>
  `${folder}/svcctl/${server.replace(/^https?:\/\//, '').replace(/[^\w.-]/g, '_')}.json`

/** The stored discovery of a server; undefined when none is stored or it is too old. */
export async function readDiscovery(host: Host, folder: string, server: string): Promise<Discovery | undefined> {
  try {
    const stored = JSON.parse(await readText(host.files, fileOf(folder, server))) as StoredDiscovery
    const old = host.now() - stored.time > LIFETIME_MS
    return old ? undefined : new Discovery(stored.types, stored.groupVersions)
  } catch (error) {
    // An absent or truncated file is fetched again.
    if (error instanceof FileError || error instanceof SyntaxError) return undefined
    throw error
  }
}

export async function writeDiscovery(host: Host, folder: string, server: string, found: Discovery): Promise<void> {
  const { types, groupVersions } = found
  const stored: StoredDiscovery = { time: host.now(), types, groupVersions }
  try {
    await host.files.write(fileOf(folder, server), JSON.stringify(stored))
  } catch (error) {
    // When the folder cannot be written, the next command requests discovery again.
    if (!(error instanceof FileError)) throw error
  }
}
