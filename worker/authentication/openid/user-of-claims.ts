import { quote } from '../../api/go-format.ts'
import { ownMember, type Json, type JsonObject } from '../../api/json.ts'
import type { UserInfo } from '../../api/user.ts'
import { unmarshalFault } from '../../api/unmarshal-fault.ts'
import { BadCredential } from '../authenticator.ts'
import type { OpenIdOptions } from './open-id-options.ts'

const refused = (text: string): BadCredential => new BadCredential(`oidc: ${text}`)

/** The user of a verified token. @throws BadCredential with the message of the real server */
export function userOfClaims(claims: JsonObject, options: OpenIdOptions): UserInfo {
  const { usernameClaim, usernamePrefix, groupsClaim, groupsPrefix, uidClaim = '', requiredClaims } = options
  const { expressions = {} } = options
  const user = {
    username: expressions.username?.(claims) ?? usernamePrefix + usernameOf(claims, usernameClaim),
    groups: expressions.groups?.(claims) ?? groupsOf(claims, groupsClaim).map((group) => groupsPrefix + group),
    uid: expressions.uid?.(claims) ?? uidOf(claims, uidClaim),
    extra: expressions.extra?.(claims) ?? {},
  }
  for (const [claim, value] of requiredClaims) checkClaim(claims, claim, value)
  expressions.checkClaims?.(claims)
  expressions.checkUser?.(user)
  return user
}

/** The uid in a claim; empty without such a claim. */
function uidOf(claims: JsonObject, claim: string): string {
  if (claim === '') return ''
  const value = ownMember(claims, claim)
  if (value === undefined) throw refused(`parse uid claim ${quote(claim)}: claim not present`)
  if (value !== null && typeof value !== 'string')
    throw refused(`parse uid claim ${quote(claim)}: ${unmarshalFault(value, 'string')}`)
  return value ?? ''
}

/** The user name in a claim. Null counts as the empty string, as in Go. */
function usernameOf(claims: JsonObject, claim: string): string {
  const value = ownMember(claims, claim)
  const failed = `parse username claims ${quote(claim)}:`
  if (value === undefined) throw refused(`${failed} claim not present`)
  if (value !== null && typeof value !== 'string') throw refused(`${failed} ${unmarshalFault(value, 'string')}`)
  if (claim === 'email') checkVerified(claims['email_verified'])
  return value ?? ''
}

/** An `email_verified` claim must be true; a missing one is accepted. */
function checkVerified(verified: Json | undefined): void {
  if (verified === undefined || verified === true) return
  if (verified !== null && verified !== false)
    throw refused(`parse 'email_verified' claim: ${unmarshalFault(verified, 'bool')}`)
  throw refused('email not verified')
}

/** The groups in a claim that is a string or a list of strings. */
function groupsOf(claims: JsonObject, claim: string): readonly string[] {
  const value = ownMember(claims, claim) ?? []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((group) => group === null || typeof group === 'string'))
    return value.map((group) => group ?? '')
  throw refused(`parse groups claim ${quote(claim)}: ${unmarshalFault(value, 'string')}`)
}

function checkClaim(claims: JsonObject, claim: string, wanted: string): void {
  const value = ownMember(claims, claim)
  if (value === undefined) throw refused(`required claim ${claim} not present in ID token`)
  if (value !== null && typeof value !== 'string')
    throw refused(`parse claim ${claim}: ${unmarshalFault(value, 'string')}`)
  if (value !== wanted)
    throw refused(`required claim ${claim} value does not match. Got = ${value ?? ''}, want = ${wanted}`)
}
