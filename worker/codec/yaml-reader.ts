import type { Document, LineCounter, Node, Pair, YAMLMap } from 'yaml'
import { setKey, type Json, type JsonObject } from '../api/json.ts'
import { YamlError } from './yaml-error.ts'
import { describeBytes, describeCharacters, describeYamlFault } from './yaml-faults.ts'
import { resolveScalar } from './yaml-scalars.ts'
import { goSyntax } from '../api/go-format.ts'

/** A YAML body as JSON. The keys of objects are sorted, as the real server's conversion sorts them. */
export interface YamlReading {
  readonly value: Json
  /** `line 5: key "name" already set in map`, in document order. */
  readonly duplicates: readonly string[]
}

export { YamlError }

const MAX_DEPTH = 1000
/** The bound on nodes that aliases and merge keys add to the written nodes. */
const MAX_ALIASED_NODES = 100_000

/**
 * Reads the first document of a YAML 1.1 text and ignores the rest. The first call loads the parser.
 * @throws YamlError
 */
export async function readYaml(body: Uint8Array | string): Promise<YamlReading> {
  const { LineCounter, parseDocument } = await import('yaml')
  const text = (typeof body === 'string' ? body : decodeText(body)).replace(/^\ufeff/, '')
  const fault = describeCharacters(text)
  if (fault !== undefined) throw new YamlError(`yaml: ${fault}`)
  const parse = (source: string) => {
    const lines = new LineCounter()
    const document = parseDocument(source, {
      version: '1.1',
      schema: 'failsafe',
      uniqueKeys: false,
      logLevel: 'silent',
      lineCounter: lines,
      keepSourceTokens: false,
    })
    return { document, lines, wrong: document.errors.find(({ code }) => code !== 'MULTIPLE_DOCS') }
  }
  try {
    let parsed = parse(text)
    const end = parsed.wrong === undefined ? 0 : endOfFlow(text)
    if (end > 0) parsed = parse(text.slice(0, end))
    const { document, lines, wrong } = parsed
    if (wrong !== undefined) throw new YamlError(`yaml: ${describeYamlFault(wrong, text)}`)
    return new Conversion(document, lines).read()
  } catch (error) {
    if (error instanceof RangeError) throw new YamlError('yaml: exceeded max depth')
    throw error
  }
}

/** The end offset of a document in braces or brackets; 0 for another document, or one without its closing bracket. */
function endOfFlow(text: string): number {
  const start = text.search(/\S/)
  if (!/[{[]/.test(text[start] ?? '')) return 0
  const marks = /"(?:\\[^]|[^"\\])*"|'[^']*'|[{[]|[\]}]/g
  let depth = 0
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === '{' || mark === '[') depth += 1
    else if ((mark === '}' || mark === ']') && --depth === 0) return index + 1
  }
  return 0
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new YamlError(`yaml: ${describeBytes(bytes)}`)
  }
}

/** Turns the nodes of one document into JSON. */
class Conversion {
  readonly #document: Document.Parsed
  readonly #lines: LineCounter
  readonly #duplicates: string[] = []
  readonly #open = new Set<Node>()
  #depth = 0
  #aliasedNodes = 0

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.#document = document
    this.#lines = lines
  }

  read(): YamlReading {
    const value = this.#node(this.#document.contents)
    return { value, duplicates: this.#duplicates }
  }

  #node(node: unknown): Json {
    if (!isNode(node)) return null
    if (isAlias(node)) return this.#alias(node.source)
    if (this.#open.size > 0 && ++this.#aliasedNodes > MAX_ALIASED_NODES) {
      throw new YamlError('yaml: document contains excessive aliasing')
    }
    if (!('items' in node)) return resolveScalar(node)
    if (++this.#depth > MAX_DEPTH) throw new YamlError('yaml: exceeded max depth')
    const value = isMap(node) ? this.#map(node) : (node.items as readonly unknown[]).map((item) => this.#node(item))
    this.#depth -= 1
    return value
  }

  #alias(name: string): Json {
    const target = this.#anchored(name)
    if (this.#open.has(target)) throw new YamlError(`yaml: anchor '${name}' value contains itself`)
    this.#open.add(target)
    const value = this.#node(target)
    this.#open.delete(target)
    return value
  }

  #anchors: Map<string, Node> | undefined

  #anchored(name: string): Node {
    this.#anchors ??= collectAnchors(this.#document.contents)
    const target = this.#anchors.get(name)
    if (target === undefined) throw new YamlError(`yaml: unknown anchor '${name}' referenced`)
    return target
  }

  #map(map: YAMLMap): Json {
    const entries = new Map<string, Json>()
    this.#fill(entries, map)
    const object: JsonObject = {}
    for (const key of [...entries.keys()].sort()) setKey(object, key, entries.get(key) ?? null)
    return object
  }

  #fill(entries: Map<string, Json>, map: YAMLMap): void {
    for (const pair of map.items) {
      if (isMergeKey(pair.key)) {
        this.#merge(entries, pair.value)
        continue
      }
      const { key, shown } = this.#key(pair)
      if (entries.has(key)) this.#duplicates.push(`line ${this.#lineOf(pair)}: key ${shown} already set in map`)
      entries.set(key, this.#node(pair.value))
    }
  }

  /** `<<: *base` or `<<: [*a, *b]`: copies keys. A later key of the same name counts as repeated. */
  #merge(entries: Map<string, Json>, value: unknown): void {
    const node = isAlias(value) ? this.#anchored(value.source) : value
    if (isMap(node)) {
      if (this.#open.has(node)) throw new YamlError('yaml: map merge contains itself')
      this.#open.add(node)
      this.#fill(entries, node)
      this.#open.delete(node)
      return
    }
    if (!isNode(node) || !('items' in node))
      throw new YamlError('yaml: map merge requires map or sequence of maps as the value')
    for (const item of [...(node.items as readonly unknown[])].reverse()) this.#merge(entries, item)
  }

  #key({ key: node, value }: Pair): { key: string; shown: string } {
    const key = this.#node(node)
    if (key === null) {
      const shown = JSON.stringify(this.#node(value))
      throw new YamlError(`Unsupported map key of type: %!s(<nil>), key: <nil>, value: ${shown}`)
    }
    if (typeof key === 'object') throw new YamlError(`yaml: invalid map key: ${goSyntax(key, 'interface {}')}`)
    return { key: String(key), shown: typeof key === 'string' ? JSON.stringify(key) : String(key) }
  }

  /** The real server reports the line where the value begins, or its anchor or tag. */
  #lineOf({ key, value }: Pair): number {
    const isWritten = isNode(value) && value.range?.[0] !== value.range?.[1] && !isMarked(value)
    const { range } = (isWritten ? value : key) as Node
    return this.#lines.linePos(range?.[0] ?? 0).line
  }
}

// `yaml` exports predicates too, but it is loaded lazily.
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'range' in value

const isAlias = (value: unknown): value is Node & { readonly source: string } =>
  isNode(value) && 'source' in value && typeof value.source === 'string' && !('value' in value)

/** Has an anchor or a tag, which is on the line of the key. */
const isMarked = (node: Node): boolean => ('anchor' in node && node.anchor !== undefined) || node.tag !== undefined

const isMap = (value: unknown): value is YAMLMap =>
  isNode(value) && 'items' in value && Object.getPrototypeOf(value).constructor.tagName === 'tag:yaml.org,2002:map'

const isMergeKey = (key: unknown): boolean => isNode(key) && 'value' in key && key.value === '<<' && key.source === '<<'

function collectAnchors(root: unknown, found = new Map<string, Node>()): Map<string, Node> {
  if (!isNode(root)) return found
  if ('anchor' in root && typeof root.anchor === 'string') found.set(root.anchor, root)
  if (!('items' in root)) return found
  for (const item of root.items as readonly unknown[]) {
    if (typeof item === 'object' && item !== null && 'key' in item) {
      collectAnchors(item.key, found)
      if ('value' in item) collectAnchors(item.value, found)
    } else collectAnchors(item, found)
  }
  return found
}
