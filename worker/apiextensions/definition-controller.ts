import { boundedNumber } from '../api/numbers.ts'
import type { Json } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { formatTime } from '../clock/clock.ts'
import { updateManagedFields } from '../apply/managed-fields.ts'
import { equalJson } from '../patch/json-values.ts'
import { approvalOf } from '../resources/api-extensions/approval.ts'
import type { Resource } from '../resources/resource.ts'
import { canonical } from '../schema/canonical.ts'
import { OutcomeUnknown, RevisionMismatch, StorageUnreachable, StoreClosed, type Stored } from '../store/store.ts'
import type { ExtensionsEnvironment } from './extensions-environment.ts'
import type { Definition } from './definition.ts'
import { isEstablished, isTerminating, refusesCreates } from './definition.ts'
import { deleteInstances } from './instances.ts'
import { acceptNames, withVerdict } from './names.ts'
import { followConversions } from './remote-conversion.ts'
import { servedResource } from './served-resource.ts'

/** An established definition and its resource. */
interface ServedDefinition {
  /** The parts of the definition that the resource was compiled from. */
  readonly form: Json
  readonly resource: Resource | undefined
  readonly withdraw: AbortController
}

/** Serves the stored definitions and follows their changes. */
export function startDefinitionController(environment: ExtensionsEnvironment, definitions: string): void {
  new DefinitionController(environment, definitions).start()
}

class DefinitionController {
  readonly #environment: ExtensionsEnvironment
  readonly #definitions: string
  readonly #services = new Map<string, ServedDefinition>()
  readonly #finalizer: string
  /** The work on definitions, one change after the other. */
  #work: Promise<void> = Promise.resolve()

  constructor(environment: ExtensionsEnvironment, definitions: string) {
    this.#environment = environment
    this.#definitions = definitions
    this.#finalizer = environment.dialect.spell('customresourcecleanup.apiextensions.{domain}')
  }

  /** Also called when the store has compacted the missed changes. */
  start(): void {
    const { store } = this.#environment
    this.#publish()
    for (const { spec, metadata } of this.#all()) this.#enqueue(spec.group, metadata?.name ?? '')
    store.watch({
      resource: this.#definitions,
      from: store.revision,
      listener: ({ key, current }) => {
        this.#publish()
        this.#enqueue((current.object as Definition).spec.group, key.name)
      },
      ended: (why) => {
        if (why === 'compacted') this.start()
      },
    })
  }

  #all(): Definition[] {
    const { store } = this.#environment
    return [...store.snapshot(this.#definitions).entries()].map(({ object }) => object as Definition)
  }

  /**
   * Publishes the established definitions in the catalog. A definition is compiled again only when a relevant part of
   * it has changed.
   */
  #publish(): void {
    const gone = new Set(this.#services.keys())
    let changed = false
    for (const definition of this.#all()) {
      if (!isEstablished(definition)) continue
      const name = definition.metadata?.name ?? ''
      gone.delete(name)
      // Most changes leave the spec as the same object, which is compared by its identity.
      const form = [definition.spec, definition.status?.acceptedNames ?? null]
      const before = this.#services.get(name)
      if (before !== undefined && equalJson(before.form, form)) {
        const { resource } = before
        const isEnding = refusesCreates(definition)
        if (resource === undefined || resource.terminating === isEnding) continue
        changed = true
        // Open watches continue until the definition is gone, so they show the removal of its objects.
        this.#services.set(name, { ...before, resource: { ...resource, terminating: isEnding } })
        continue
      }
      changed = true
      this.#services.set(name, this.#serve(definition, form))
      before?.withdraw.abort()
    }
    for (const name of gone) {
      changed = true
      this.#services.get(name)?.withdraw.abort()
      this.#services.delete(name)
    }
    if (changed)
      this.#environment.catalog.publish([...this.#services.values()].flatMap(({ resource }) => resource ?? []))
  }

  #serve(definition: Definition, form: Json): ServedDefinition {
    const withdraw = new AbortController()
    const revision = boundedNumber(definition.metadata?.resourceVersion ?? 0)
    const resource = servedResource(definition, revision, withdraw.signal, this.#environment)
    if (resource !== undefined) followConversions(this.#environment.store, resource, withdraw.signal)
    return { form, withdraw, resource }
  }

  /** A change may free names that other definitions of the group request. */
  #enqueue(group: string, name: string): void {
    this.#work = this.#work
      .then(async () => {
        await this.#finalize(name)
        for (const definition of this.#all()) {
          if (definition.spec.group === group) await this.#acceptNames(definition.metadata?.name ?? '')
        }
      })
      .catch((error: unknown) => {
        // The next start of the server continues the work.
        if (error instanceof StoreClosed) return
        // The storage may be reachable again later.
        if (error instanceof StorageUnreachable || error instanceof OutcomeUnknown)
          this.#environment.clock.after(RETRY_MS, () => this.#enqueue(group, name))
        else this.#environment.report(error)
      })
  }

  #acceptNames(name: string): Promise<void> {
    return this.#revise(name, (definition, now) => {
      const group = this.#all().filter(({ spec }) => spec.group === definition.spec.group)
      const named = acceptNames(definition, group, now)
      const approval = approvalOf(definition.spec.group, definition, this.#environment.dialect)
      if (approval === undefined) return { ...definition, status: named }
      const verdict = { ...approval, status: approval.state === 'approved' ? 'True' : 'False' } as const
      const conditions = withVerdict(named.conditions ?? [], 'KubernetesAPIApprovalPolicyConformant', verdict, now)
      return { ...definition, status: { ...named, conditions } }
    })
  }

  async #finalize(name: string): Promise<void> {
    const { store } = this.#environment
    const stored = this.#find(name)
    if (stored === undefined) return
    const definition = stored.object as Definition
    if (!isTerminating(definition) || !definition.metadata?.finalizers?.includes(this.#finalizer)) return
    const storage = this.#services.get(name)?.resource?.storage
    if (storage === undefined) return this.#release(name, NEVER_ESTABLISHED)
    await this.#revise(name, (one, now) => terminating(one, 'True', DELETING, now))
    await deleteInstances(this.#environment, storage)
    if (store.snapshot(storage).size === 0) return this.#release(name, DELETED)
    // Objects with finalizers remain: wait for their removal.
    const following = store.watch({
      resource: storage,
      from: store.revision,
      listener: ({ type }) => {
        if (type !== 'remove' || store.snapshot(storage).size > 0) return
        following.stop()
        this.#enqueue(definition.spec.group, name)
      },
      // `start` continues the work after a compaction.
      ended: () => undefined,
    })
  }

  /** Removes the server's own finalizer. Without another finalizer, the definition is deleted. */
  async #release(name: string, why: Reason): Promise<void> {
    const { store } = this.#environment
    const others = ({ metadata }: ApiObject): string[] =>
      metadata?.finalizers?.filter((finalizer) => finalizer !== this.#finalizer) ?? []
    for (let stored = this.#find(name); stored !== undefined; stored = this.#find(name)) {
      if (others(stored.object).length > 0) break
      try {
        await store.remove(stored.key, stored.revision)
      } catch (error) {
        if (!(error instanceof RevisionMismatch)) throw error
      }
    }
    await this.#revise(name, (definition, now) => ({
      ...terminating(definition, 'False', why, now),
      metadata: { ...definition.metadata, finalizers: others(definition) },
    }))
  }

  #find(name: string): Stored | undefined {
    return this.#environment.store.get({ resource: this.#definitions, namespace: '', name })
  }

  /** Changes a definition in the name of the server, and repeats the change after a concurrent write. */
  async #revise(name: string, change: (definition: Definition, now: string) => Definition): Promise<void> {
    const { store, clock } = this.#environment
    for (;;) {
      const stored = this.#find(name)
      if (stored === undefined) return
      const now = formatTime(clock.now())
      const changed = change(stored.object as Definition, now)
      // Unchanged parts are shared, so this comparison is short.
      if (equalJson(changed, stored.object)) return
      const next = this.#tracked(stored.object as Definition, changed, now)
      if (equalJson(next, stored.object)) return
      try {
        await store.put(stored.key, next, stored.revision)
        return
      } catch (error) {
        if (!(error instanceof RevisionMismatch)) throw error
      }
    }
  }

  #tracked(live: Definition, next: Definition, time: string): Definition {
    const { catalog, dialect } = this.#environment
    const kind = { group: dialect.spell('apiextensions.{domain}'), version: 'v1', kind: 'CustomResourceDefinition' }
    const found = catalog.byKind(kind)
    if (found === undefined) return next
    const { schema } = found.version
    const write = { manager: dialect.spell('{system}-apiserver'), time, live, next, emptyListResets: false }
    const ordered = canonical(schema, next)
    if (equalJson(ordered, live)) return live
    return canonical(
      schema,
      updateManagedFields({ schema, kind, subresource: 'status' }, { ...write, next: ordered }),
    ) as Definition
  }
}

const RETRY_MS = 1000

interface Reason {
  readonly reason: string
  readonly message: string
}

const DELETING: Reason = { reason: 'InstanceDeletionInProgress', message: 'CustomResource deletion is in progress' }
const DELETED: Reason = { reason: 'InstanceDeletionCompleted', message: 'removed all instances' }
const NEVER_ESTABLISHED: Reason = { reason: 'NeverEstablished', message: 'resource was never established' }

function terminating(definition: Definition, status: 'True' | 'False', why: Reason, now: string): Definition {
  const conditions = withVerdict(definition.status?.conditions ?? [], 'Terminating', { status, ...why }, now)
  return { ...definition, status: { ...definition.status, conditions } }
}
