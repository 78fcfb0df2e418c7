import { goSyntax } from '../../api/go-format.ts'
import { setKey, type Json, type JsonObject } from '../../api/json.ts'
import { ValueError, YamlError } from '../yaml-error.ts'
import { Aliasing } from './aliasing.ts'
import { AnchoredEvents, type AnchoredNode, type ComposedEvent } from './anchors.ts'
import { resolveScalar, tagOf, type ScalarOptions } from './scalars.ts'

/** A YAML body as JSON. Objects have sorted keys, as they have after the real server's conversion. */
export interface YamlReading {
  readonly value: Json
  /** Faults such as `line 5: key "name" already set in map`, in document order. */
  readonly duplicates: readonly string[]
}

/** Yields to the event loop; resolves after waiting work has run. */
export type Turn = () => Promise<void>

/** Events between two turns: some milliseconds of work. */
const SLICE = 10_000
/** Maximum number of repeated keys that are reported. */
const MAX_DUPLICATES = 1000

type NodeEvent = Exclude<ComposedEvent, { type: 'end' }>
type ScalarEvent = Extract<ComposedEvent, { type: 'scalar' }>
type AliasEvent = Extract<ComposedEvent, { type: 'alias' }>

interface Key {
  /** The key in JSON, after its tag and a space: the text `1`, the integer 1 and the float 1.0 are three keys in Go. */
  readonly typed: string
  /** The key as the message about a repeated key quotes it. */
  readonly shown: string
  readonly isNull: boolean
}

interface OpenSequence {
  readonly items: Json[]
}

interface OpenMapping {
  readonly items?: undefined
  /** The values by `Key.typed`. */
  readonly entries: Map<string, Json>
  /** The key whose value has not been read yet. */
  key: Key | undefined
  /** The line of the key's value; for an alias, the line of the alias. */
  line: number | undefined
  /** Number of mappings that a merge key still has to add. */
  merges: number
  /** Whether these mappings are the items of a sequence. */
  mergesItems: boolean
  /** The mapping that this one is merged into; both have the same entries. */
  readonly into?: OpenMapping | undefined
}

/** Recorded events to repeat, for an alias or a merged item. */
interface Replay {
  readonly events: readonly ComposedEvent[]
  at: number
  readonly to: number
  readonly isAlias: boolean
}

const WANTS_MAP = 'yaml: map merge requires map or sequence of maps as the value'
const MERGE_TAG = 'tag:yaml.org,2002:merge'

/**
 * Builds JSON from the events of a document, without an intermediate tree and with an explicit stack. The real server first
 * reads the whole document, then converts the values, then writes JSON. An error of an earlier step therefore takes precedence.
 */
export class YamlComposer {
  readonly #events: AnchoredEvents
  readonly #aliasing = new Aliasing()
  readonly #duplicates: string[] = []
  readonly #turn: Turn
  readonly #open: (OpenSequence | OpenMapping)[] = []
  readonly #replays: Replay[] = []
  #aliasDepth = 0
  #value: Json = null
  /** The first error of the conversion to JSON. */
  #unconvertible: YamlError | undefined
  /** The first error of writing the JSON. */
  #unwritable: YamlError | undefined
  readonly #scalars: ScalarOptions

  constructor(text: string, turn: Turn, scalars: ScalarOptions = {}) {
    this.#scalars = scalars
    this.#events = new AnchoredEvents(text)
    this.#turn = turn
  }

  /** Reads the whole text. @throws YamlError */
  async read(): Promise<YamlReading> {
    if (this.#events.begin()) await this.#compose()
    const failure = this.#unconvertible ?? this.#unwritable
    if (failure !== undefined) throw failure
    return { value: this.#value, duplicates: this.#duplicates }
  }

  async #compose(): Promise<void> {
    let failure: ValueError | undefined
    for (let events = 1; ; events++) {
      if (events % SLICE === 0) await this.#turn()
      const event = failure === undefined ? this.#next() : this.#events.next()
      if (event === undefined) break
      failure ??= this.#failureOf(event)
    }
    if (failure !== undefined) throw new YamlError(failure.message)
  }

  #failureOf(event: ComposedEvent): ValueError | undefined {
    try {
      this.#take(event)
      return undefined
    } catch (error) {
      if (error instanceof ValueError) return error
      throw error
    }
  }

  #next(): ComposedEvent | undefined {
    for (let replay = this.#replays.at(-1); replay !== undefined; replay = this.#replays.at(-1)) {
      const event = replay.events[replay.at]
      if (replay.at < replay.to && event !== undefined) {
        replay.at += 1
        return event
      }
      this.#replays.pop()
      if (replay.isAlias) this.#aliasDepth -= 1
    }
    return this.#events.next()
  }

  #take(event: ComposedEvent): void {
    const open = this.#open.at(-1)
    if (event.type === 'end') return this.#close()
    if (open?.items === undefined && open !== undefined) {
      if (open.merges > 0) return this.#merge(open, event)
      if (open.key !== undefined) open.line ??= event.line
      else if (isMergeKey(event)) {
        open.merges = 1
        open.mergesItems = false
        return
      }
    }
    this.#count()
    if (event.type === 'alias') this.#repeat(event)
    else if (event.type === 'scalar') this.#accept(this.#scalar(event), event.value)
    else this.#open.push(event.type === 'sequence' ? { items: [] } : openMapping())
  }

  #count(): void {
    this.#aliasing.count(this.#aliasDepth > 0)
  }

  #repeat({ name, target }: AliasEvent): void {
    const { events, from, to } = target
    if (to === undefined) throw new ValueError(`yaml: anchor '${name}' value contains itself`)
    const only = events[from]
    this.#aliasDepth += 1
    if (only?.type === 'scalar') {
      this.#count()
      this.#aliasDepth -= 1
      this.#accept(this.#scalar(only), only.value)
    } else this.#replays.push({ events, at: from, to, isAlias: true })
  }

  #scalar({ value, tag, implicit }: ScalarEvent): Json {
    return resolveScalar(value, tag, implicit, this.#scalars)
  }

  /** A value is complete: an item, a key, the value of a key, or the document. */
  #accept(value: Json, written = ''): void {
    const open = this.#open.at(-1)
    if (open === undefined) this.#value = this.#writable(value)
    else if (open.items !== undefined) open.items.push(this.#writable(value))
    else if (open.key === undefined) open.key = keyOf(value, written)
    else this.#set(open, open.key, this.#writable(value))
  }

  #set(open: OpenMapping, { typed, shown, isNull }: Key, value: Json): void {
    if (open.entries.has(typed) && this.#duplicates.length < MAX_DUPLICATES) {
      this.#duplicates.push(`line ${(open.line ?? 0) + 1}: key ${shown} already set in map`)
    }
    if (isNull) {
      this.#unconvertible ??= new YamlError(
        `Unsupported map key of type: %!s(<nil>), key: <nil>, value: ${JSON.stringify(value)}`,
      )
    }
    open.entries.set(typed, value)
    open.key = undefined
    open.line = undefined
  }

  /** JSON cannot represent infinite numbers or NaN. */
  #writable(value: Json): Json {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.#unwritable ??= new YamlError(`json: unsupported value: ${goNumberText(value)}`)
    }
    // The text -0 in JSON is an integer.
    return value === 0 ? 0 : value
  }

  #close(): void {
    const closed = this.#open.pop()
    if (closed === undefined) throw new Error('a collection ended that did not begin')
    if (closed.items !== undefined) this.#accept(closed.items)
    else if (closed.into !== undefined) closed.into.merges -= 1
    else this.#accept(sortedObject(closed.entries))
  }

  /** `<<: *base` or `<<: [*a, *b]`: adds the keys of other mappings, which then count as set. */
  #merge(open: OpenMapping, event: NodeEvent): void {
    if (event.type === 'sequence' && !open.mergesItems) return this.#mergeItems(open)
    const isMapping = event.type === 'alias' ? kindOf(event.target) === 'mapping' : event.type === 'mapping'
    if (!isMapping) throw new ValueError(WANTS_MAP)
    this.#count()
    if (event.type === 'alias') this.#repeat(event)
    else this.#open.push({ ...openMapping(), entries: open.entries, into: open })
  }

  /** Merges the items from the last to the first, so that earlier items win. */
  #mergeItems(open: OpenMapping): void {
    const events: ComposedEvent[] = []
    const starts: number[] = []
    for (let depth = 0; ;) {
      const event = this.#next()
      if (event === undefined) throw new Error('a merged sequence did not end')
      if (event.type === 'end' && depth === 0) break
      if (depth === 0) starts.push(events.length)
      if (event.type === 'sequence' || event.type === 'mapping') depth += 1
      else if (event.type === 'end') depth -= 1
      events.push(event)
    }
    open.merges = starts.length
    open.mergesItems = true
    for (const [index, at] of starts.entries()) {
      this.#replays.push({ events, at, to: starts[index + 1] ?? events.length, isAlias: false })
    }
  }
}

const openMapping = (): OpenMapping => ({
  entries: new Map(),
  key: undefined,
  line: undefined,
  merges: 0,
  mergesItems: false,
})

const isMergeKey = (event: NodeEvent): boolean =>
  event.type === 'scalar' && event.value === '<<' && (event.implicit || event.tag === MERGE_TAG)

const kindOf = ({ events, from }: AnchoredNode): string | undefined => events[from]?.type

function keyOf(value: Json, written: string): Key {
  if (typeof value === 'object' && value !== null) {
    throw new ValueError(`yaml: invalid map key: ${goSyntax(value, 'interface {}')}`)
  }
  const infinite = typeof value === 'number' ? INFINITE_KEYS.get(value) : undefined
  const text = infinite?.text ?? String(value)
  const shown = infinite?.shown ?? (typeof value === 'string' ? JSON.stringify(value) : text)
  return { typed: `${tagOf(value, written)} ${text}`, shown, isNull: value === null }
}

const INFINITE_KEYS: ReadonlyMap<number, { readonly text: string; readonly shown: string }> = new Map([
  [Infinity, { text: '.inf', shown: '+Inf' }],
  [-Infinity, { text: '-.inf', shown: '-Inf' }],
  [NaN, { text: '.nan', shown: 'NaN' }],
])

/** The number as Go's JSON encoder prints it in errors. */
function goNumberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}

function sortedObject(entries: ReadonlyMap<string, Json>): JsonObject {
  const object: JsonObject = {}
  const keys = [...entries.keys()].map((typed) => ({ typed, text: typed.slice(typed.indexOf(' ') + 1) }))
  keys.sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
  for (const { typed, text } of keys) setKey(object, text, entries.get(typed) ?? null)
  return object
}
