import { boundedNumber, numberOfText } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { WireWriter } from '../../codec/protobuf-writer.ts'
import { writeYaml } from '../../codec/yaml-writer.ts'
import type { Messages } from './protobuf-messages.ts'

const VARINT = 0
const FIXED64 = 1
const DELIMITED = 2

/** An OpenAPI document as the protobuf message that older clients request. */
export function protobufDocument(messages: Messages, document: JsonObject): Uint8Array {
  const writer = new MessageWriter(messages)
  writer.message('Document', document)
  return writer.take()
}

interface Field {
  readonly number: number
  readonly type: string
}

interface Layout {
  readonly fields: ReadonlyMap<string, Field>
  readonly extensions: Field | undefined
  readonly others: Field | undefined
}

/** Whether the value is the default of its protobuf type, which is not written. */
const isZero = ({ type }: Field, value: Json): boolean =>
  ['string', 'bool', 'int', 'double'].includes(type) && (value === '' || value === false || value === 0)

/** Writes fields last to first, because the wire writer fills its buffer from the end. */
class MessageWriter {
  readonly #messages: Messages
  readonly #layouts = new Map<string, Layout>()
  readonly #wire = new WireWriter()

  constructor(messages: Messages) {
    this.#messages = messages
  }

  take(): Uint8Array {
    return this.#wire.take()
  }

  message(name: string, value: Json): void {
    const shape = this.#messages[name]
    if (typeof shape === 'function') {
      const [number, type] = shape(value)
      if (number > 0) this.#field({ number, type }, value)
    } else if (isObject(value)) this.#fields(this.#layout(name, shape ?? ''), value)
  }

  #layout(name: string, shape: string): Layout {
    let layout = this.#layouts.get(name)
    if (layout === undefined) {
      const all = new Map(
        shape.split(/\s+/).map((word) => {
          const [key = '', number, type = 'any'] = word.split(':')
          return [key, { number: numberOfText(number), type }] as const
        }),
      )
      layout = { fields: all, extensions: all.get('x-'), others: all.get('...') }
      this.#layouts.set(name, layout)
    }
    return layout
  }

  #fields({ fields, extensions, others }: Layout, value: JsonObject): void {
    const present: [Field, string | undefined, Json][] = []
    for (const [key, inner] of Object.entries(value)) {
      const pairs = key.startsWith('x-') ? extensions : others
      const own = fields.get(key)
      if (inner === undefined) continue
      if (own !== undefined && isZero(own, inner)) continue
      else if (own !== undefined) present.push([own, undefined, inner])
      else if (pairs !== undefined) present.push([pairs, key, inner])
    }
    present.sort(([a], [b]) => a.number - b.number)
    for (const [field, key, inner] of present.reverse()) {
      if (key === undefined) this.#field(field, inner)
      else this.#delimited(field.number, () => this.#pair(key, field.type, inner))
    }
  }

  #pair(key: string, type: string, value: Json): void {
    this.#field({ number: 2, type }, value)
    this.#field({ number: 1, type: 'string' }, key)
  }

  #field({ number, type }: Field, value: Json): void {
    if (type.startsWith('*')) {
      const items = Array.isArray(value) ? value : [value]
      for (const item of [...items].reverse()) this.#field({ number, type: type.slice(1) }, item)
      return
    }
    const wire = this.#wire
    switch (type) {
      case 'string':
        wire.text(String(value))
        return wire.uint((number << 3) | DELIMITED)
      case 'bool':
        wire.uint(value === true ? 1 : 0)
        return wire.uint((number << 3) | VARINT)
      case 'int':
        wire.integer(boundedNumber(value))
        return wire.uint((number << 3) | VARINT)
      case 'double':
        wire.double(boundedNumber(value))
        return wire.uint((number << 3) | FIXED64)
      case 'any':
        return this.#delimited(number, () => this.#field({ number: 2, type: 'string' }, writeYaml(value)))
      default:
        return this.#delimited(number, () => this.message(type, value))
    }
  }

  #delimited(number: number, write: () => void): void {
    const mark = this.#wire.size
    write()
    this.#wire.length(mark)
    this.#wire.uint((number << 3) | DELIMITED)
  }
}
