import { numberOfText } from '../api/numbers.ts'
import { checkAlternativeNames, readAlternativeNames } from './alternative-names.ts'
import { MalformedDer, readElement } from './der.ts'
import { DerFields, type Bytes } from './der-fields.ts'
import { nameFault } from './name-fault.ts'
import { publicKeyFault } from './public-key.ts'

const malformed = (what: string): MalformedDer => new MalformedDer(`x509: ${what}`)

function need<Value>(value: Value | undefined, fault: string): Value {
  if (value === undefined) throw malformed(fault)
  return value
}

/**
 * Checks a certificate in the order of Go's crypto/x509. Bytes after the fields of a structure are allowed.
 * @throws MalformedDer with the message of Go's parser
 */
export function checkCertificateStructure(bytes: Bytes): void {
  const outer = new DerFields(need(new DerFields(bytes).sequence(), 'malformed certificate'))
  const fields = new DerFields(need(outer.sequence(), 'malformed tbs certificate'))
  const version = versionOf(fields)
  const serial = need(fields.integer(), 'malformed serial number')
  if ((serial[0] ?? 0) >= 0x80) throw malformed('negative serial number')
  const inner = need(fields.sequence(), 'malformed signature algorithm identifier')
  const algorithm = need(outer.sequence(), 'malformed algorithm identifier')
  if (!isEqual(inner, algorithm)) throw malformed("inner and outer signature algorithm identifiers don't match")
  checkAlgorithm(inner)
  checkName(need(fields.element(SEQUENCE), 'malformed issuer'))
  const validity = new DerFields(need(fields.sequence(), 'malformed validity'))
  checkTime(validity)
  checkTime(validity)
  checkName(need(fields.element(SEQUENCE), 'malformed issuer'))
  checkPublicKey(need(fields.element(SEQUENCE), 'malformed spki'))
  if (version > 1) checkOptional(fields, version)
  need(outer.bits(), 'malformed signature')
}

const SEQUENCE = 0x30
const LAST_VERSION = 3

const isEqual = (a: Bytes, b: Bytes): boolean => a.length === b.length && a.every((byte, i) => byte === b[i])

function versionOf(fields: DerFields): number {
  if (!fields.begins(0xa0)) return 1
  const holder = new DerFields(need(fields.content(0xa0), 'malformed version'))
  const number = need(holder.integer(), 'malformed version')
  if (!holder.isEmpty || number.length > 8 || (number[0] ?? 0) >= 0x80) throw malformed('malformed version')
  const version = (number.at(-1) ?? 0) + 1
  if (number.length > 1 || version > LAST_VERSION) throw malformed('invalid version')
  return version
}

function checkAlgorithm(content: Bytes): void {
  const parts = new DerFields(content)
  need(parts.identifier(), 'malformed OID')
  if (!parts.isEmpty) need(parts.any(), 'malformed parameters')
}

function checkName(name: Bytes): void {
  const fault = nameFault(name)
  if (fault !== undefined) throw malformed(fault)
}

const TIMES: readonly (readonly [tag: number, name: string, form: RegExp])[] = [
  [0x17, 'UTCTime', /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:Z|[+-]\d{4})$/],
  [0x18, 'GeneralizedTime', /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|[+-]\d{4})$/],
]

function checkTime(fields: DerFields): void {
  const [tag, name, form] = need(
    TIMES.find(([each]) => fields.begins(each)),
    'unsupported time format',
  )
  const text = new TextDecoder().decode(need(fields.content(tag), `malformed ${name}`))
  const [, year = '', month, day, hour, minute, second = '00'] = form.exec(text) ?? []
  // The day must exist, which Date does not check: it reads February 30 as March 1.
  const time = new Date(`${year.padStart(4, '20')}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(time.getTime()) || time.getUTCDate() !== numberOfText(day ?? '') || hour === '24')
    throw malformed(`malformed ${name}`)
}

function checkPublicKey(info: Bytes): void {
  const parts = new DerFields(need(new DerFields(info).sequence(), 'malformed spki'))
  checkAlgorithm(need(parts.sequence(), 'malformed public key algorithm identifier'))
  need(parts.bits(), 'malformed subjectPublicKey')
  const fault = publicKeyFault(readElement(info).element)
  if (fault !== undefined) throw new MalformedDer(fault)
}

/** Checks the fields after the public key. */
function checkOptional(fields: DerFields, version: number): void {
  if (fields.begins(0x81)) need(fields.content(0x81), 'malformed issuerUniqueID')
  if (fields.begins(0x82)) need(fields.content(0x82), 'malformed subjectUniqueID')
  if (version < LAST_VERSION || !fields.begins(0xa3)) return
  const holder = new DerFields(need(fields.content(0xa3), 'malformed extensions'))
  const list = new DerFields(need(holder.sequence(), 'malformed extensions'))
  const found = new Map<string, Extension>()
  while (!list.isEmpty) {
    const parts = new DerFields(need(list.sequence(), 'malformed extension'))
    const type = need(parts.identifier(), 'malformed extension OID field')
    const isCritical = parts.begins(0x01) && need(parts.boolean(), 'malformed extension critical field')
    const value = need(parts.content(0x04), 'malformed extension value field')
    if (found.has(type)) throw malformed(`certificate contains duplicate extension with OID "${type}"`)
    found.set(type, { isCritical, value })
  }
  for (const [type, extension] of found) CHECKS.get(type)?.(extension)
}

interface Extension {
  readonly isCritical: boolean
  readonly value: Bytes
}

const CHECKS: ReadonlyMap<string, (extension: Extension) => void> = new Map([
  ['2.5.29.15', ({ value }) => void need(new DerFields(value).bits(), 'invalid key usage')],
  [
    '2.5.29.17',
    ({ value }) => {
      checkAlternativeNames(value)
      readAlternativeNames(value)
    },
  ],
  ['2.5.29.19', checkBasicConstraints],
  ['2.5.29.37', checkPurposes],
  [
    '2.5.29.14',
    ({ isCritical, value }) => {
      if (isCritical) throw malformed('subject key identifier incorrectly marked critical')
      need(new DerFields(value).content(0x04), 'invalid subject key identifier')
    },
  ],
  [
    '2.5.29.35',
    ({ isCritical, value }) => {
      if (isCritical) throw malformed('authority key identifier incorrectly marked critical')
      const parts = new DerFields(need(new DerFields(value).sequence(), 'invalid authority key identifier'))
      if (parts.begins(0x80)) need(parts.content(0x80), 'invalid authority key identifier')
    },
  ],
])

function checkBasicConstraints({ value }: Extension): void {
  const fault = 'invalid basic constraints'
  const parts = new DerFields(need(new DerFields(value).sequence(), fault))
  if (parts.begins(0x01)) need(parts.boolean(), fault)
  if (!parts.begins(0x02)) return
  const length = need(parts.integer(), fault)
  if ((length[0] ?? 0) >= 0x80 || length.length > 8) throw malformed(fault)
}

function checkPurposes({ value }: Extension): void {
  const parts = new DerFields(need(new DerFields(value).sequence(), 'invalid extended key usages'))
  while (!parts.isEmpty) need(parts.identifier(), 'invalid extended key usages')
}
