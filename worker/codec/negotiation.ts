import { numberOfText } from '../api/numbers.ts'
import { insertionSorted } from '../runtime/insertion-sort.ts'
import type { Dialect } from '../dialect/dialect.ts'

/*
 * Content negotiation has two steps. A route refuses an `Accept` header that literally names none of the types it
 * produces; then the clauses of the header are compared with their parameters (reference/negotiation.md 2).
 */

/** The encodings of bodies and answers. */
export type Format = 'json' | 'yaml' | 'protobuf'

export interface MediaType {
  readonly format: Format
  readonly type: string
}

/** The parameters `as`, `g` and `v` of a clause: the kind that the answer is converted to. */
export interface Transform {
  readonly kind: string
  readonly group: string
  readonly version: string
}

export interface Negotiated {
  readonly format: Format
  readonly mediaType: string
  readonly pretty: boolean
  readonly transform: Transform | undefined
  readonly stream: boolean
}

/** Whether an endpoint offers a conversion in a format; `transform` is undefined for the unconverted answer. */
export type Offers = (transform: Transform | undefined, format: Format) => boolean

/** The offers of endpoints without a conversion. */
export const plainOnly: Offers = (transform) => transform === undefined

interface Clause {
  readonly type: string
  readonly subtype: string
  readonly quality: number
  readonly params: ReadonlyMap<string, string>
}

/** The media types in the order of preference. */
export function mediaTypes(dialect: Dialect): readonly MediaType[] {
  return [
    { format: 'json', type: 'application/json' },
    { format: 'yaml', type: 'application/yaml' },
    { format: 'protobuf', type: dialect.protobufMediaType },
  ]
}

/** Whether a route with these types can answer. Types are compared literally; the only wildcard is `*` twice. */
export function producesAcceptable(accept: string, produces: readonly string[]): boolean {
  if (accept.trim() === '') return true
  return accept.split(',').some((part) => {
    const type = (part.split(';')[0] ?? '').trim()
    return type === '*/*' || produces.includes(type)
  })
}

/**
 * The best match for an `Accept` header; undefined when nothing matches. Among equal matches, the order of the header decides, then
 * the order of `offered`.
 */
export function negotiate(accept: string, offered: readonly MediaType[], offers: Offers): Negotiated | undefined {
  const fallback = offered[0]
  if (accept.trim() === '') return fallback && offers(undefined, fallback.format) ? plain(fallback) : undefined
  for (const clause of parseAccept(accept)) {
    for (const media of offered) {
      if (!matches(clause, media.type)) continue
      const options = readParameters(clause.params, media, offers)
      if (options !== undefined) return options
    }
  }
  return undefined
}

const plain = (media: MediaType): Negotiated => ({
  format: media.format,
  mediaType: media.type,
  pretty: false,
  transform: undefined,
  stream: false,
})

/** The offer of documents that have no other form. */
export const PLAIN_JSON: Negotiated = plain({ format: 'json', type: 'application/json' })

function matches(clause: Clause, mediaType: string): boolean {
  const [type, subtype] = mediaType.split('/')
  if (clause.type === '*') return clause.subtype === '*'
  return clause.type === type && (clause.subtype === subtype || clause.subtype === '*')
}

function readParameters(params: ReadonlyMap<string, string>, media: MediaType, offers: Offers): Negotiated | undefined {
  const stream = params.get('stream') ?? ''
  if (stream !== '' && (stream !== 'watch' || media.format === 'yaml')) return undefined
  const serverVersion = params.get('sv') ?? ''
  if (serverVersion !== '' && serverVersion !== 'v1') return undefined
  const wanted = params.has('as') || params.has('g') || params.has('v')
  const transform = wanted
    ? { kind: params.get('as') ?? '', group: params.get('g') ?? '', version: params.get('v') ?? '' }
    : undefined
  if (!offers(transform, media.format)) return undefined
  return { ...plain(media), transform, pretty: params.get('pretty') === '1', stream: stream === 'watch' }
}

/**
 * Clauses by quality, then exact types before wildcards. Malformed clauses are omitted. A clause with `q=0` is accepted, and
 * comes last.
 */
function parseAccept(header: string): Clause[] {
  const clauses: Clause[] = []
  for (const part of header.split(',')) {
    const [range = '', ...params] = part.trim().split(';')
    const [type = '', subtype, ...rest] = range.split('/').map((piece) => piece.trim())
    if (rest.length > 0 || ((subtype ?? '') === '' && type !== '*')) continue
    clauses.push({ type, subtype: subtype ?? '*', ...readClause(params) })
  }
  return insertionSorted(clauses, goesBefore)
}

function readClause(pieces: readonly string[]): { quality: number; params: Map<string, string> } {
  const params = new Map<string, string>()
  let quality = 1
  for (const piece of pieces) {
    const [name = '', value = '', ...rest] = piece.split('=')
    if (value === '' || rest.length > 0) continue
    if (name.trim() === 'q') quality = numberOfText(value) || 0
    else params.set(name.trim(), value.trim())
  }
  return { quality, params }
}

/**
 * Whether a clause goes before another. This is not a total order: two clauses may each go before the other, so the result
 * depends on the sorting algorithm.
 */
function goesBefore(a: Clause, b: Clause): boolean {
  return a.quality > b.quality || (a.type !== '*' && b.type === '*') || (a.subtype !== '*' && b.subtype === '*')
}

const TOKEN = String.raw`[\w!#$%&'*+.^|~\x60-]+`
const SPECIAL = String.raw`[()<>@,;:\\"/[\]?=]`
const QUOTED = String.raw`"((?:\\${SPECIAL}|\\(?!${SPECIAL})|[^"\\])*)"`
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`)
const PARAMETER = new RegExp(String.raw`\s*;\s*(${TOKEN})\s*=\s*(?:(${TOKEN})|${QUOTED})`, 'gy')
const ESCAPED = new RegExp(String.raw`\\(${SPECIAL})`, 'g')

/** The media type of a request body without its parameters; undefined when Go's `mime.ParseMediaType` refuses the header. */
export function bodyMediaType(header: string): string | undefined {
  if (header.trim() === '') return 'application/json'
  const [base = ''] = header.split(';', 1)
  const type = base.trim().toLowerCase()
  return MEDIA_TYPE.test(type) && hasParameters(header.slice(base.length)) ? type : undefined
}

/** Whether the text after a media type has only parameters. One may be repeated with the same value. */
function hasParameters(text: string): boolean {
  const values = new Map<string, string>()
  let end = 0
  for (const [parameter, name = '', token, quoted = ''] of text.matchAll(PARAMETER)) {
    const [key, value] = [name.toLowerCase(), token ?? quoted.replaceAll(ESCAPED, '$1')]
    if ((values.get(key) ?? value) !== value) return false
    values.set(key, value)
    end += parameter.length
  }
  return /^\s*;?\s*$/.test(text.slice(end))
}
