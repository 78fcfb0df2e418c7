import { stringOrEmpty } from '../../worker/api/json.ts'
import { numberOfText } from '../../worker/api/numbers.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { Arguments } from './arguments.ts'
import { ANY_JSON, Client } from './client.ts'
import type { Configuration } from './configuration.ts'
import { configurationFiles, loadConfiguration } from './configuration.ts'
import { confirmUsable } from './configuration-faults.ts'
import type { ChosenEntries, Connection } from './connection.ts'
import { chooseEntries, chosenConnection, requestTimeout } from './connection.ts'
import type { Discovery, ResourceType } from './discovery.ts'
import { discover } from './discovery.ts'
import { readDiscovery, writeDiscovery } from './discovery-files.ts'
import { Failure, faultText, restated, ServerError, Unreachable } from './failure.ts'
import type { Flag, FlagValues } from './flags.ts'
import type { Host } from './host.ts'
import { FileError } from './host.ts'
import { logLevel, logLine } from './klog.ts'
import { acceptsAnyType } from './struct-commands.ts'

/** The discovery of each server. A shell keeps it between commands. */
export class DiscoveryCache {
  readonly #byServer = new Map<string, Promise<Discovery>>()

  get(server: string, request: () => Promise<Discovery>): Promise<Discovery> {
    const known = this.#byServer.get(server)
    if (known !== undefined) return known
    const discovery = request()
    this.#byServer.set(server, discovery)
    discovery.catch(() => this.#byServer.delete(server))
    return discovery
  }

  /** Drops the discovery of a server; the next `get` requests it again. */
  forget(server: string): void {
    this.#byServer.delete(server)
  }
}

/** One parsed command line. */
export interface CommandCall {
  /** The words that call the command: `set`, `image`. */
  readonly path: readonly string[]
  /** Flags of the command itself: a flag with the name of a global flag replaces it. */
  readonly ownFlags: readonly Flag[]
  readonly given: Arguments
  /** The path of the command that words call; empty for words that call none. */
  pathOf(words: readonly string[]): Promise<readonly string[]>
}

/** One running command: its arguments and the services it may use, each created at its first use. */
export class Session {
  readonly host: Host
  readonly path: readonly string[]
  readonly flags: FlagValues
  readonly args: readonly string[]
  readonly afterDash: readonly string[] | undefined
  /** The path of the command that words call; empty for words that call none. */
  readonly pathOf: CommandCall['pathOf']
  readonly #ownFlags: readonly Flag[]
  readonly #cache: DiscoveryCache
  #configuration: Promise<Configuration> | undefined
  #entries: Promise<ChosenEntries> | undefined
  #connection: Promise<Connection> | undefined
  #client: Promise<Client> | undefined
  /** Discovery that was requested because the cached one lacked a type. A type that this one lacks too does not exist. */
  #lastRefreshed: Discovery | undefined

  constructor(host: Host, call: CommandCall, cache: DiscoveryCache) {
    this.host = host
    this.#ownFlags = call.ownFlags
    this.path = call.path
    this.pathOf = call.pathOf
    this.flags = call.given.flags
    this.args = call.given.positional
    this.afterDash = call.given.afterDash
    this.#cache = cache
  }

  /** The name of the client: svcctl or kubectl. */
  get cli(): string {
    return this.host.dialect.cliNames[0] ?? ''
  }

  /** The configuration, with paths as they are written in its files. */
  configuration(): Promise<Configuration> {
    return (this.#configuration ??= this.#loadConfiguration(false))
  }

  async #loadConfiguration(resolve: boolean): Promise<Configuration> {
    if (logLevel(this.flags, 'loader') >= 6)
      for (const file of await configurationFiles(this.host, this.flags))
        if ((await this.host.files.kind(file)) === 'file')
          logLine(this.host, 'I', 'loader.go:395', `Config loaded from file:  ${this.host.files.resolve(file)}`)
    return loadConfiguration(this.host, this.flags, { resolve })
  }

  /**
   * The configuration with absolute paths. A missing file of `--kubeconfig` is an error here. Commands that change or show
   * the configuration treat it as empty.
   */
  async #requiredConfiguration(): Promise<Configuration> {
    const path = this.flags.text('kubeconfig')
    if (path !== '' && (await this.host.files.kind(path)) === undefined)
      throw new Failure(new FileError('stat', path, 'no such file or directory').message)
    return this.#loadConfiguration(true)
  }

  #chosen(): Promise<ChosenEntries> {
    return (this.#entries ??= this.#requiredConfiguration().then((configuration) =>
      chooseEntries(configuration, this.flags.without(this.#ownFlags)),
    ))
  }

  /**
   * The server and the user of requests.
   * @throws Failure for a faulty configuration; `namespace` words the same faults differently
   */
  connection(): Promise<Connection> {
    return (this.#connection ??= this.#connect())
  }

  async #connect(): Promise<Connection> {
    const chosen = await this.#chosen()
    const connection = {
      ...chosenConnection(chosen, this.flags.without(this.#ownFlags)),
      readsStandardInput: this.#readsStandardInput(),
    }
    await confirmUsable(chosen, this.host.files)
    requestTimeout(this.flags)
    return connection
  }

  /** Whether the command reads objects or variables from standard input. */
  #readsStandardInput(): boolean {
    if (this.flags.list('filename').includes('-')) return true
    return this.path.join(' ') === 'set env' && this.args.includes('-')
  }

  /** The namespace of the command. With `--namespace`, the rest of the configuration is not checked. */
  async namespace(): Promise<string> {
    const chosen = await this.#chosen()
    const given = this.flags.without(this.#ownFlags).text('namespace')
    if (given !== '') return given
    await confirmUsable(chosen, this.host.files)
    return chosen.namespace || 'default'
  }

  #clientOf(connection: Connection): Client {
    const accept = acceptsAnyType(this.path, this.flags) ? ANY_JSON : 'application/json'
    // kubectl's `top` reads the groups with its client of objects.
    return new Client(this.host, connection, this.flags, { accept, isDiscoveryUnlimited: this.path[0] === 'top' })
  }

  client(): Promise<Client> {
    return (this.#client ??= this.#connectedClient())
  }

  async #connectedClient(): Promise<Client> {
    const client = this.#clientOf(await this.connection())
    if (this.flags.boolean('match-server-version')) {
      const { checkServerVersion } = await import('./server-version-match.ts')
      await checkServerVersion(client)
    }
    return client
  }

  /** The client if the command created one; its warnings are counted at the end. */
  startedClient(): Promise<Client> | undefined {
    return this.#client
  }

  /** Ends the open requests of a command. */
  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    client?.close()
  }

  /** @param times how often kubectl requests discovery here, and logs a failure */
  async discovery(times = discoveries(this.path)): Promise<Discovery> {
    const client = await this.client()
    return this.#cache.get(client.server, () => this.#storedOrRequested(client, times))
  }

  /** Requests discovery again, and stores it in both caches. */
  async freshDiscovery(): Promise<Discovery> {
    const client = await this.client()
    this.#cache.forget(client.server)
    return this.#cache.get(client.server, () => this.#requestAndStore(client, discoveries(this.path)))
  }

  async #storedOrRequested(client: Client, times: number): Promise<Discovery> {
    const folder = this.#cacheFolder()
    const stored = folder === undefined ? undefined : await readDiscovery(this.host, folder, client.server)
    return stored ?? this.#requestAndStore(client, times)
  }

  async #requestAndStore(client: Client, times: number): Promise<Discovery> {
    const found = await this.#discover(client, times)
    const folder = this.#cacheFolder()
    if (folder !== undefined) await writeDiscovery(this.host, folder, client.server, found)
    return found
  }

  /** The folder of stored discovery; undefined when discovery is not stored on disk. */
  #cacheFolder(): string | undefined {
    const { cacheDirectory } = this.host
    return cacheDirectory === undefined ? undefined : this.flags.text('cache-dir') || cacheDirectory
  }

  async #discover(client: Client, times: number): Promise<Discovery> {
    try {
      return await discover(client, this.host.dialect.spell('{domain}'))
    } catch (caught) {
      const error = undiscovered(caught)
      if (error instanceof Unreachable || (error instanceof ServerError && REFUSALS.has(error.status.code)))
        for (let time = 0; time < times; time++)
          logLine(this.host, 'E', 'memcache.go:265', `couldn't get current server API group list: ${faultText(error)}`)
      throw error
    }
  }

  /** The type of a word. When the cached discovery lacks it, discovery is requested once more. @throws NoSuchType */
  async type(text: string): Promise<ResourceType> {
    const warn = (warning: string): void => this.host.stderr(`Warning: ${warning}\n`)
    const known = await this.discovery()
    try {
      return (known.lacksVersioned(text) ? await this.#refreshed(known) : known).find(text, warn)
    } catch {
      return (await this.#refreshed(known)).find(text, warn)
    }
  }

  /** The type of an object; undefined when the server does not serve it. @param times as in `discovery` */
  async typeOf(object: ApiObject, times?: number): Promise<ResourceType | undefined> {
    // The type of a patched object or of an item of a list may be any value.
    const [apiVersion, kind] = [stringOrEmpty(object.apiVersion), stringOrEmpty(object.kind)]
    const known = await this.discovery(times)
    return known.forKind(apiVersion, kind) ?? (await this.#refreshed(known)).forKind(apiVersion, kind)
  }

  /** The type of a document in a file. @throws Failure with the name of the file when discovery fails */
  async typeOfDocument(document: ApiObject, source: string): Promise<ResourceType | undefined> {
    try {
      return await this.typeOf(document, 1)
    } catch (error) {
      throw restated(error, `unable to recognize ${JSON.stringify(source)}`)
    }
  }

  async #refreshed(old: Discovery): Promise<Discovery> {
    const current = await this.discovery()
    if (current !== old) return current
    if (this.#lastRefreshed === old) return old
    if (logLevel(this.flags, 'discovery') >= 5)
      logLine(this.host, 'I', 'discovery.go:214', 'Invalidating discovery information')
    return (this.#lastRefreshed = await this.freshDiscovery())
  }
}

/** The number of times a command of kubectl requests discovery when each request fails. Each failure is logged. */
const DISCOVERIES = new Map([
  ['auth can-i', 2] as const,
  ...Object.entries({
    0: 'top',
    1: 'api-resources api-versions run',
    2: 'explain taint',
    4: 'attach auth certificate cordon debug drain exec logs port-forward rollout scale set uncordon wait',
  }).flatMap(([times, commands]) => commands.split(' ').map((name) => [name, numberOfText(times)] as const)),
])

const discoveries = (path: readonly string[]): number =>
  DISCOVERIES.get(path.join(' ')) ?? DISCOVERIES.get(path[0] ?? '') ?? 5

const REFUSALS: ReadonlySet<number> = new Set([401, 403])

/** kubectl omits the reason when discovery is forbidden. */
function undiscovered(error: unknown): unknown {
  if (!(error instanceof ServerError) || error.status.code !== 403) return error
  return new ServerError({ ...error.status, reason: 'Forbidden', message: 'unknown' })
}
