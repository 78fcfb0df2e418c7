import { quote } from '../../api/go-format.ts'
import { isObject, type Json, type JsonObject } from '../../api/json.ts'
import { boundedNumber } from '../../api/numbers.ts'
import { unmarshalFault } from '../../api/unmarshal-fault.ts'

// The Go types of the claims that the OpenID library of the real server reads. Go's JSON decoder has the same texts.

const LIBRARY_CLAIMS: ReadonlySet<string> = new Set([
  'iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'nonce', 'at_hash', '_claim_names', '_claim_sources',
]) // prettier-ignore

/** The claims as the OpenID library reads them: Go's JSON decoder finds a field by a name in any case, and the last one counts. */
export const libraryClaims = (claims: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => {
      const lower = name.toLowerCase()
      return [LIBRARY_CLAIMS.has(lower) ? lower : name, value]
    }),
  )

/**
 * Why the claims of an ID token cannot be read; undefined when they can. The audience and the times have their own decoders: a
 * fault of theirs ends the reading, and otherwise the first value of a wrong type is the fault.
 */
export const claimTypeFault = (claims: JsonObject): string | undefined =>
  firstFault(claims, endingFault) ?? firstFault(claims, memberFault)

type Check = (name: string, value: Json) => string | undefined

function firstFault(claims: JsonObject, check: Check): string | undefined {
  for (const [name, value = null] of Object.entries(claims)) {
    const fault = check(name, value)
    if (fault !== undefined) return fault
  }
  return undefined
}

function endingFault(name: string, value: Json): string | undefined {
  if (name === 'aud') return audienceFault(value)
  return ['exp', 'iat', 'nbf'].includes(name) ? timeFault(name, value) : undefined
}

/** An audience is a string or a list of strings. */
function audienceFault(value: Json): string | undefined {
  if (value === null || typeof value === 'string') return undefined
  if (!Array.isArray(value)) return unmarshalFault(value, '[]string', 'idToken.aud')
  const wrong = value.find((one) => one !== null && typeof one !== 'string')
  return wrong === undefined ? undefined : unmarshalFault(wrong, 'string', 'idToken.aud')
}

/** A string that Go accepts as a number. */
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** A time is a number or a number in quotes. Only `nbf` may be null. */
function timeFault(name: string, value: Json): string | undefined {
  if (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    (typeof value === 'string' && JSON_NUMBER.test(value))
  ) {
    if (Number.isFinite(boundedNumber(value))) return undefined
    return `strconv.ParseFloat: parsing ${quote(String(value))}: value out of range`
  }
  if (typeof value === 'string')
    return `json: invalid number literal, trying to unmarshal ${quote(JSON.stringify(value))} into Number`
  if (value !== null) return unmarshalFault(value, 'json.Number', `idToken.${name}`)
  return name === 'nbf' ? undefined : 'strconv.ParseFloat: parsing "": invalid syntax'
}

function memberFault(name: string, value: Json): string | undefined {
  if (value === null) return undefined
  if (['iss', 'sub', 'nonce', 'at_hash'].includes(name)) return textFault(value, `idToken.${name}`)
  if (name !== '_claim_names' && name !== '_claim_sources') return undefined
  const field = `idToken.${name}`
  const isNames = name === '_claim_names'
  if (!isObject(value)) return unmarshalFault(value, `map[string]${isNames ? 'string' : 'oidc.claimSource'}`, field)
  return firstFault(value, (_, member) => (isNames ? textFault(member, field) : sourceFault(member, field)))
}

const textFault = (value: Json, field: string): string | undefined =>
  value === null || typeof value === 'string' ? undefined : unmarshalFault(value, 'string', field)

function sourceFault(source: Json, field: string): string | undefined {
  if (source === null) return undefined
  if (!isObject(source)) return unmarshalFault(source, 'oidc.claimSource', field)
  return firstFault(source, (name, value) =>
    ['endpoint', 'access_token'].includes(name) ? textFault(value, `claimSource._claim_sources.${name}`) : undefined,
  )
}

/** Why the tokens in the sources of distributed claims cannot be read; undefined when they can. */
export const sourceTokenFault = (sources: JsonObject): string | undefined =>
  firstFault(sources, (_, source) => (isObject(source) ? textFault(source['JWT'] ?? null, 'endpoint.JWT') : undefined))
