import { readUrl } from '../../worker/api/go-url.ts'
import { isObject, objectsIn, stringsIn, type JsonObject } from '../../worker/api/json.ts'
import { MalformedDer } from '../../worker/certificates/der.ts'
import { readCertificate } from '../../worker/certificates/certificate.ts'
import { pemBlocks } from '../../worker/certificates/pem.ts'
import type { Place } from '../../worker/resources/notation/place.ts'
import { all, at, check, checkObject, each, type Rule } from '../../worker/resources/notation/rule.ts'
import { domainPrefixedPath } from '../../worker/resources/rules/domain-prefixed-path.ts'
import { textOf } from '../configuration/text-of.ts'
import { checkExpression, readsClaim } from './claim-programs.ts'

const MAX_AUTHENTICATORS = 64

/** Whether an earlier item of the list has the same text. */
const isRepeated = (text: string, { list, index }: Place, textOfItem: (item: JsonObject) => string): boolean =>
  list.slice(0, index).some((item) => isObject(item) && textOfItem(item) === text)

const urlRule = check((value, place) => {
  const url = String(value)
  const read = readUrl(url)
  if (typeof read === 'string') return place.invalid(url, read)
  const { scheme, user, query, fragment } = read
  if (scheme !== 'https') place.invalid(url, 'URL scheme must be https')
  if (user !== undefined) place.invalid(url, 'URL must not contain a username or password')
  if (query !== '') place.invalid(url, 'URL must not contain a query')
  if (fragment !== '') place.invalid(url, 'URL must not contain a fragment')
})

const trimmed = (url: string): string => url.replace(/\/+$/, '')

const discoveryUrl = checkObject((issuer, place) => {
  const [url, discovery] = [textOf(issuer, 'url'), textOf(issuer, 'discoveryURL')]
  if (discovery !== '' && url !== '' && trimmed(url) === trimmed(discovery))
    place.invalid(discovery, 'discoveryURL must be different from URL', 'discoveryURL')
})

/** Applies a rule to a text that is not empty. */
const given = (field: string, rule: Rule): Rule => ({
  rule: 'where',
  holds: (holder) => textOf(holder, field) !== '',
  rules: [at(field, rule)],
})

const audiences = checkObject((issuer, place) => {
  const list = stringsIn(issuer['audiences'])
  const policy = textOf(issuer, 'audienceMatchPolicy')
  if (list.length === 0) return place.required(`at least one ${place.path('audiences')} is required`, 'audiences')
  for (const [index, audience] of list.entries()) {
    if (audience === '') place.required("audience can't be empty", 'audiences', index)
    if (list.indexOf(audience) < index) place.duplicate(audience, 'audiences', index)
  }
  if (policy === 'MatchAny' || (list.length === 1 && policy === '')) return
  const which = list.length > 1 ? 'MatchAny for multiple audiences' : 'empty or MatchAny for single audience'
  place.invalid(policy, `audienceMatchPolicy must be ${which}`, 'audienceMatchPolicy')
})

const authority = check((value, place) => {
  const fault = authoritiesFault(String(value))
  if (fault !== undefined) place.invalid('<omitted>', fault)
})

function authoritiesFault(pem: string): string | undefined {
  const blocks = pemBlocks(pem).filter(({ type, hasHeaders }) => type === 'CERTIFICATE' && !hasHeaders)
  if (blocks.length === 0) return 'data does not contain any valid RSA or ECDSA certificates'
  try {
    for (const { bytes } of blocks) readCertificate(bytes)
  } catch (error) {
    if (error instanceof MalformedDer) return error.message
    throw error
  }
  return undefined
}

const issuer = at(
  'issuer',
  checkObject((own, place) => {
    if (textOf(own, 'url') === '') place.required('URL is required', 'url')
  }),
  given('url', urlRule),
  discoveryUrl,
  given('discoveryURL', urlRule),
  audiences,
  given('certificateAuthority', authority),
)

const claimOf = (rule: JsonObject): string => (textOf(rule, 'expression') === '' ? textOf(rule, 'claim') : '')
const expressionOf = (rule: JsonObject): string => (textOf(rule, 'claim') === '' ? textOf(rule, 'expression') : '')

const claimRules = each(
  'claimValidationRules',
  checkObject((rule, place) => {
    const [claim, expression] = [textOf(rule, 'claim'), textOf(rule, 'expression')]
    if (claim !== '' && expression !== '') return place.invalid(claim, "claim and expression can't both be set")
    if (claim === '' && expression === '') return place.required('claim or expression is required')
    if (claim !== '') {
      const message = textOf(rule, 'message')
      if (message !== '') place.invalid(message, "message can't be set when claim is set", 'message')
      if (isRepeated(claim, place, claimOf)) place.duplicate(claim, 'claim')
      return
    }
    const value = textOf(rule, 'requiredValue')
    if (value !== '') place.invalid(value, "requiredValue can't be set when expression is set", 'requiredValue')
    if (isRepeated(expression, place, expressionOf)) place.duplicate(expression, 'expression')
    else checkExpression(expression, place, { isRule: true })
  }),
)

const prefixed = (isRequired: boolean): Rule =>
  checkObject((mapping, place) => {
    const [claim, expression] = [textOf(mapping, 'claim'), textOf(mapping, 'expression')]
    const { prefix } = mapping
    if (claim !== '' && expression !== '') place.invalid('', "claim and expression can't both be set")
    else if (expression !== '') {
      if (typeof prefix === 'string') place.invalid(prefix, "prefix can't be set when expression is set", 'prefix')
      checkExpression(expression, place)
    } else if (claim !== '') {
      const text = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing'
      if (typeof prefix !== 'string') place.required(text, 'prefix')
    } else if (isRequired) place.required('claim or expression is required')
  })

const uid = checkObject((mapping, place) => {
  const expression = textOf(mapping, 'expression')
  if (expression === '') return
  if (textOf(mapping, 'claim') !== '') place.invalid('', "claim and expression can't both be set")
  else checkExpression(expression, place)
})

const extra = checkObject((mapping, place) => {
  const [key, expression] = [textOf(mapping, 'key'), textOf(mapping, 'valueExpression')]
  if (key !== key.toLowerCase()) place.invalid(key, 'key must be lowercase', 'key')
  if (isRepeated(key, place, (item) => textOf(item, 'key'))) return place.duplicate(key, 'key')
  if (expression === '') place.required('valueExpression is required', 'valueExpression')
  else checkExpression(expression, place, { at: 'valueExpression' })
})

const EMAIL_TEXT =
  'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression ' +
  'or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression'

/** A user name from an address needs an expression that reads whether the issuer has verified the address. */
const verifiedEmail = checkObject((authenticator, place) => {
  const mappings = isObject(authenticator['claimMappings']) ? authenticator['claimMappings'] : {}
  const username = textOf(mappings['username'], 'expression')
  if (username === '' || place.errors.some(({ field }) => field.startsWith(place.path('claimMappings', 'username'))))
    return
  const others = [
    ...objectsIn(authenticator['claimValidationRules']).map(expressionOf),
    ...objectsIn(mappings['extra']).map((item) => textOf(item, 'valueExpression')),
  ].filter((expression) => expression !== '')
  const isVerified = [username, ...others].some((expression) => readsClaim(expression, 'email_verified'))
  if (readsClaim(username, 'email') && !isVerified)
    place.invalid(username, EMAIL_TEXT, 'claimMappings', 'username', 'expression')
})

const userRules = each(
  'userValidationRules',
  checkObject((rule, place) => {
    const expression = textOf(rule, 'expression')
    if (expression === '') return place.required('expression is required', 'expression')
    if (isRepeated(expression, place, (item) => textOf(item, 'expression'))) place.duplicate(expression, 'expression')
    else checkExpression(expression, place, { variable: 'user', isRule: true })
  }),
)

const repeated = checkObject((authenticator, place) => {
  for (const field of ['url', 'discoveryURL']) {
    const text = textOf(authenticator['issuer'], field)
    if ((field === 'url' || text !== '') && isRepeated(text, place, (item) => textOf(item['issuer'], field)))
      place.duplicate(text, 'issuer', field)
  }
})

/** The rules of an `AuthenticationConfiguration`, in the order of the errors of the real server. */
export const authenticationRules: readonly Rule[] = [
  all(
    check((config, place) => {
      const list = isObject(config) ? config['jwt'] : []
      if (!Array.isArray(list) || list.length <= MAX_AUTHENTICATORS) return true
      place.tooMany(list.length, MAX_AUTHENTICATORS, 'jwt')
      return false
    }),
    each(
      'jwt',
      issuer,
      claimRules,
      at('claimMappings', at('username', prefixed(true)), at('groups', prefixed(false)), at('uid', uid)),
      at('claimMappings', each('extra', at('key', domainPrefixedPath), extra)),
      verifiedEmail,
      userRules,
      repeated,
    ),
  ),
]
