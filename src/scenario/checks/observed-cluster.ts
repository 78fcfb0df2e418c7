import type { JsonObject } from '../../../worker/api/json.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import type { Discovery, ResourceType } from '../../client/discovery.ts'
import { discover } from '../../client/discovery.ts'
import type { ClusterSource, CommandRecord } from './cluster-source.ts'
import type { Facts } from './facts.ts'
import { ObservedObjects } from './observed-objects.ts'
import { ObservedRequests } from './observed-requests.ts'

/** The limit of a command's output, in characters. */
const LONGEST_OUTPUT = 64 * 1024
const MAX_COMMANDS = 500
/** Milliseconds between two attempts of discovery. */
const RETRY_MS = 500
const EVENTS = 'events'
const NONE: readonly JsonObject[] = []

/** The resources and variables that the expressions of a step read; nothing else is watched. */
interface ExpressionInputs {
  readonly resources: ReadonlySet<string>
  readonly reads: ReadonlySet<string>
}

/** The facts of a cluster since the construction of this object, kept current by watches. */
export class ObservedCluster implements Facts {
  readonly #source: ClusterSource
  readonly #changed: () => void
  readonly #stopper = new AbortController()
  readonly #requests: ObservedRequests
  readonly #objects = new Map<string, ObservedObjects>()
  #definitions: ObservedObjects | undefined
  #commands: readonly JsonObject[] = []
  /** Runs of discovery follow one after the other. */
  #resolving: Promise<void> = Promise.resolve()

  constructor(source: ClusterSource, changed: () => void) {
    this.#source = source
    this.#changed = changed
    this.#requests = new ObservedRequests(source, this.#stopper.signal, changed)
    const unfollow = source.commands.follow((command) => this.#addCommand(command))
    this.#stopper.signal.addEventListener('abort', unfollow)
  }

  objects(resource: string, namespace?: string): readonly JsonObject[] {
    const observed = this.#objects.get(resource)
    if (observed === undefined) return NONE
    return namespace === undefined ? observed.all : observed.in(namespace)
  }

  get requests(): readonly JsonObject[] {
    return this.#requests.records
  }

  get commands(): readonly JsonObject[] {
    return this.#commands
  }

  get events(): readonly JsonObject[] {
    return this.#objects.get(EVENTS)?.changed ?? NONE
  }

  get revision(): number {
    return [...this.#objects.values()].reduce((last, { revision }) => Math.max(last, revision), 0)
  }

  /** Resolves when everything that the expressions read has been listed once. */
  async start({ resources, reads }: ExpressionInputs): Promise<void> {
    const names = new Set([...resources, ...(reads.has(EVENTS) ? [EVENTS] : [])])
    await Promise.all([names.size > 0 && this.#watch(names), reads.has('requests') && this.#requests.start()])
  }

  stop(): void {
    this.#stopper.abort()
    for (const observed of this.#objects.values()) observed.stop()
    this.#definitions?.stop()
  }

  #watch(names: ReadonlySet<string>): Promise<void> {
    this.#resolving = this.#resolving.then(async () => {
      const { signal } = this.#stopper
      const missing = [...names].filter((name) => !this.#objects.has(name))
      if (missing.length === 0) return
      const discovery = await this.#discovered()
      if (discovery === undefined || signal.aborted) return
      for (const name of missing) {
        const type = typeOf(discovery, name)
        if (type !== undefined) this.#objects.set(name, new ObservedObjects(this.#source, type, this.#changed))
      }
      if (missing.some((name) => !this.#objects.has(name))) this.#awaitDefinitions(discovery, names)
      await Promise.all([...this.#objects.values()].map(({ ready }) => ready))
    })
    return this.#resolving
  }

  /** The result of discovery; undefined when `stop` was called before an attempt succeeded. */
  async #discovered(): Promise<Discovery | undefined> {
    const { signal } = this.#stopper
    while (!signal.aborted) {
      try {
        return await discover(this.#source)
      } catch {
        await this.#source.sleep(RETRY_MS, signal).catch(() => undefined)
      }
    }
    return undefined
  }

  /** Watches the definitions, because the reader may later define a resource that is not served yet. */
  #awaitDefinitions(discovery: Discovery, names: ReadonlySet<string>): void {
    const group = dialects[this.#source.info.dialect].spell('apiextensions.{domain}')
    const type = discovery.byResource(group, 'customresourcedefinitions')
    if (type === undefined) return
    this.#definitions ??= new ObservedObjects(this.#source, type, () => void this.#watch(names).then(this.#changed))
  }

  #addCommand({ line, code, stdout }: CommandRecord): void {
    const command = { line, code, stdout: stdout.slice(0, LONGEST_OUTPUT) }
    this.#commands = [...this.#commands, command].slice(-MAX_COMMANDS)
    this.#changed()
  }
}

/** The type of a resource, `apps/deployments`; without a group, the type of the first resource of that name. */
function typeOf({ types, byResource }: Discovery, name: string): ResourceType | undefined {
  const slash = name.indexOf('/')
  if (slash >= 0) return byResource(name.slice(0, slash), name.slice(slash + 1))
  return types.find(({ resource }) => resource === name)
}
