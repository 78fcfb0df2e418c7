import { checkBits, checkBoolean, checkIdentifier, checkInteger } from './asn1-types.ts'
import { MalformedDer, objectIdentifier, readElement } from './der.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** A field whose tag has one byte. */
interface Field {
  /** The byte of the class, the form and the tag. */
  readonly tag: number
  readonly content: Bytes
  readonly whole: Bytes
}

const LONG_TAG = 0x1f
const OBJECT_IDENTIFIER = 0x06

/** Reads consecutive fields by the rules of Go's cryptobyte. Each method returns undefined when the next field does not fit. */
export class DerFields {
  #rest: Bytes

  constructor(bytes: Bytes) {
    this.#rest = bytes
  }

  get isEmpty(): boolean {
    return this.#rest.length === 0
  }

  /** Whether the next field has a tag. */
  begins(tag: number): boolean {
    return this.#rest[0] === tag
  }

  /** The next field of any tag. */
  any(): Field | undefined {
    const [tag = LONG_TAG] = this.#rest
    if ((tag & LONG_TAG) === LONG_TAG) return undefined
    try {
      const { element, rest } = readElement(this.#rest)
      this.#rest = rest
      return { tag, content: element.content, whole: element.whole }
    } catch (error) {
      if (error instanceof MalformedDer) return undefined
      throw error
    }
  }

  element(tag: number): Bytes | undefined {
    return this.begins(tag) ? this.any()?.whole : undefined
  }

  content(tag: number): Bytes | undefined {
    return this.begins(tag) ? this.any()?.content : undefined
  }

  sequence(): Bytes | undefined {
    return this.content(0x30)
  }

  /** The bytes of an integer, in their shortest form. */
  integer(): Bytes | undefined {
    return checked(this.content(0x02), checkInteger)
  }

  bits(): Bytes | undefined {
    return checked(this.content(0x03), checkBits)
  }

  boolean(): boolean | undefined {
    const content = checked(this.content(0x01), checkBoolean)
    return content && content[0] === 0xff
  }

  identifier(): string | undefined {
    const whole = this.element(OBJECT_IDENTIFIER)
    const element = whole && readElement(whole).element
    return element && checked(element.content, checkIdentifier) && objectIdentifier(element)
  }
}

function checked(content: Bytes | undefined, check: (content: Bytes) => void): Bytes | undefined {
  try {
    if (content !== undefined) check(content)
    return content
  } catch (error) {
    if (error instanceof MalformedDer) return undefined
    throw error
  }
}
