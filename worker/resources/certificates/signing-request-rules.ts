import { boundedNumber } from '../../api/numbers.ts'
import { repeatedIndexes } from '../../api/repeated.ts'
import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { equalJson } from '../../patch/json-values.ts'
import { goDiff } from '../go-diff/format-diff.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkAlways, checkObject, each, isRepeated, required, spelled } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { goBytes } from '../../api/go-source.ts'
import { signerName } from '../rules/signer-name.ts'
import { fromBase64 } from '../../runtime/bytes.ts'

const USAGES = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
]
/** The shortest lifetime that a request may ask for, in seconds. */
const SHORTEST = 600
const STATUSES = ['False', 'True', 'Unknown']
const FINAL = ['Approved', 'Denied', 'Failed']
const APPROVALS = ['Approved', 'Denied']
const HIDDEN = '<certificate data>'

const shown = (base64: Json | undefined): string =>
  typeof base64 === 'string' ? goBytes('byte', fromBase64(base64) ?? []) : '[]byte(nil)'

const request = checkAlways((value, place) => {
  for (const fault of place.found(value)) place.invalidShown(shown(value), fault)
})

const usages = check((list, place) => {
  if (!Array.isArray(list)) return
  list.forEach((usage, index) => {
    if (!USAGES.includes(String(usage))) place.notSupported(usage, USAGES, index)
  })
  const repeated = repeatedIndexes(list)
  list.forEach((usage, index) => {
    if (repeated.has(index)) place.duplicate(usage, index)
  })
})

const current = spelled((spell) => [
  check((value, place) => {
    if (value === spell('{labels}/legacy-unknown')) {
      place.invalid(value, 'the legacy signerName is not allowed via this API version')
    }
  }),
])

const lifetime = check((value, place) => {
  if (boundedNumber(value) >= SHORTEST) return
  place.invalid(value, `may not specify a duration less than ${SHORTEST} seconds (10 minutes)`)
})

const condition = checkObject((value, place) => {
  const type = textAt(value, 'type')
  const status = textAt(value, 'status')
  if (type === '') place.required('', 'type')
  if (status === '') place.required('', 'status')
  else if (FINAL.includes(type)) {
    if (status !== 'True') place.notSupported(status, ['True'], 'status')
  } else if (!STATUSES.includes(status)) place.notSupported(status, STATUSES, 'status')
  const isEarlier = (other: string): boolean => isRepeated(other, 'type', place)
  if (APPROVALS.includes(type) && APPROVALS.some((other) => other !== type && isEarlier(other))) {
    place.invalid(type, 'Approved and Denied conditions are mutually exclusive', 'type')
  }
  if (isEarlier(type)) place.duplicate(type, 'type')
})

const certificate = check((value, place) => {
  if (value !== '') for (const fault of place.found(value)) place.invalid(HIDDEN, fault)
})

const content: readonly Rule[] = [
  at(
    'spec',
    at('request', request),
    at('usages', required(), usages),
    at('signerName', required(), signerName, current),
    at('expirationSeconds', lifetime),
  ),
]
const state: readonly Rule[] = [at('status', each('conditions', condition), at('certificate', certificate))]

const ofType = (status: Json | undefined, type: string): readonly Json[] =>
  isObject(status) ? listAt(status, 'conditions').filter((one) => isObject(one) && one['type'] === type) : []

/** Only `/approval` may add or change a decision. No update may remove a final condition or change an issued certificate. */
const decisions = (mayDecide: boolean): Rule =>
  at(
    'status',
    checkAlways((status, place, old) => {
      for (const type of FINAL) {
        if (ofType(status, type).length < ofType(old, type).length) {
          place.forbidden(`updates may not remove a condition of type ${quote(type)}`, 'conditions')
        }
      }
      for (const type of mayDecide ? [] : APPROVALS) {
        const [now, before] = [ofType(status, type), ofType(old, type)]
        if (now.length > before.length) {
          place.forbidden(`updates may not add a condition of type ${quote(type)}`, 'conditions')
        } else if (now.length === before.length && !equalJson([...now], [...before])) {
          const text = goDiff('[]certificates.CertificateSigningRequestCondition', [...before], [...now])
          place.forbidden(`updates may not modify a condition of type ${quote(type)}\n${text}`, 'conditions')
        }
      }
      const issued = isObject(old) ? textAt(old, 'certificate') : ''
      if (issued !== '' && (!isObject(status) || textAt(status, 'certificate') !== issued)) {
        place.forbidden('updates may not modify existing certificate content', 'certificate')
      }
    }),
  )

/** The rules of a request's spec. */
export const requestRules: readonly Rule[] = content

/** The rules of the two subresources that write the status of a request. */
export const statusRules: readonly Rule[] = [...state, decisions(false)]
export const approvalRules: readonly Rule[] = [...state, decisions(true)]
