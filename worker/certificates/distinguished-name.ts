import type { Element } from './der.ts'
import { MalformedDer, objectIdentifier, readElements, sequenceOf } from './der.ts'

/** One attribute of a name; `type` is an object identifier. */
export interface Attribute {
  readonly type: string
  readonly value: string
}

/** The attributes of a certificate's or request's name that identify a user. */
export interface DistinguishedName {
  /** The last common name; empty when the name has none. */
  readonly commonName: string
  /** In their encoded order. */
  readonly organizations: readonly string[]
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'

/**
 * The attributes of a name that identify a user.
 * @throws MalformedDer
 */
export function distinguishedName(element: Element | undefined): DistinguishedName {
  const attributes = nameAttributes(element)
  const valuesOf = (type: string): string[] => attributes.filter((one) => one.type === type).map(({ value }) => value)
  return { commonName: valuesOf(COMMON_NAME).at(-1) ?? '', organizations: valuesOf(ORGANIZATION) }
}

/** All attributes in their encoded order. @throws MalformedDer */
export const nameAttributes = (element: Element | undefined): readonly Attribute[] =>
  sequenceOf(element).flatMap((set) => readElements(set.content).map(attribute))

function attribute(element: Element): Attribute {
  const [type, value] = sequenceOf(element)
  if (value === undefined) throw new MalformedDer('an attribute has no value')
  return { type: objectIdentifier(type), value: new TextDecoder().decode(value.content) }
}
