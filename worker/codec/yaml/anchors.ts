import { YamlError } from '../yaml-error.ts'
import { YamlParser } from './parser.ts'
import type { YamlEvent } from './parser-state.ts'

/** A node that an anchor names. Its events are kept, so that an alias can repeat them. */
export interface AnchoredNode {
  readonly events: readonly ComposedEvent[]
  readonly from: number
  /** The end of the node's events. It is undefined until the node is complete. */
  to: number | undefined
}

/** An event of the document; an alias names the node that it repeats. */
export type ComposedEvent =
  | Exclude<YamlEvent, { type: 'alias' }>
  | { readonly type: 'alias'; readonly name: string; readonly line: number; readonly target: AnchoredNode }

/** The events of the document and its anchored nodes. An alias refers to the latest node with its anchor. */
export class AnchoredEvents {
  readonly #parser: YamlParser
  readonly #anchors = new Map<string, AnchoredNode>()
  readonly #log: ComposedEvent[] = []
  /** Anchored collections under way, with their depth. */
  readonly #open: { readonly anchored: AnchoredNode; readonly depth: number }[] = []
  #depth = 0
  #hasRoot = false

  constructor(text: string) {
    this.#parser = new YamlParser(text)
  }

  /** Whether the text holds a document. @throws YamlError */
  begin(): boolean {
    return this.#parser.begin()
  }

  /** The next event; undefined after the document. @throws YamlError */
  next(): ComposedEvent | undefined {
    if (this.#hasRoot && this.#depth === 0) {
      this.#parser.end()
      return undefined
    }
    const event = this.#parser.next()
    this.#hasRoot = true
    if (event.type === 'alias') return this.#record({ ...event, target: this.#nodeOf(event.name) })
    if (event.type === 'end') return this.#endCollection(event)
    const { anchor } = event
    if (anchor !== undefined) {
      const anchored = { events: this.#log, from: this.#log.length, to: undefined }
      this.#anchors.set(anchor, anchored)
      this.#open.push({ anchored, depth: this.#depth })
    }
    this.#record(event)
    if (event.type !== 'scalar') this.#depth += 1
    else if (anchor !== undefined) this.#complete()
    return event
  }

  #endCollection(event: ComposedEvent): ComposedEvent {
    this.#record(event)
    this.#depth -= 1
    if (this.#open.at(-1)?.depth === this.#depth) this.#complete()
    return event
  }

  #record(event: ComposedEvent): ComposedEvent {
    if (this.#open.length > 0) this.#log.push(event)
    return event
  }

  #complete(): void {
    const last = this.#open.pop()
    if (last !== undefined) last.anchored.to = this.#log.length
  }

  #nodeOf(name: string): AnchoredNode {
    const anchored = this.#anchors.get(name)
    if (anchored === undefined) throw new YamlError(`yaml: unknown anchor '${name}' referenced`)
    return anchored
  }
}
