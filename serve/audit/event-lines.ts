import { quote } from '../../worker/api/go-format.ts'
import { objectOrEmpty, stringOrEmpty, stringsIn, type Json, type JsonObject } from '../../worker/api/json.ts'
import { stringifyJson } from '../../worker/codec/encode.ts'

/** The line of an event in the format `json`. */
export const jsonLine = (event: JsonObject): string => `${stringifyJson(event)}\n`

/** The line of an event in the format `legacy`, which names its request and the code of the answer. */
export function legacyLine(event: JsonObject): string {
  const { user, impersonatedUser, objectRef, responseStatus, sourceIPs, requestReceivedTimestamp } = event
  const text = (value: Json | undefined, absent: string): string => stringOrEmpty(value) || absent
  const caller = objectOrEmpty(user)
  const isNamed = text(caller['username'], '') !== ''
  const acting = impersonatedUser === undefined ? undefined : objectOrEmpty(impersonatedUser)
  const groups = stringsIn(caller['groups'])
  const parts: readonly (readonly [string, string])[] = [
    ['id', text(event['auditID'], '')],
    ['stage', text(event['stage'], '')],
    ['ip', stringsIn(sourceIPs)[0] ?? '<unknown>'],
    ['method', text(event['verb'], '')],
    ['user', text(caller['username'], '<none>')],
    ['groups', isNamed && groups.length > 0 ? quotedList(groups) : '<none>'],
    ['as', acting === undefined ? '<self>' : text(acting['username'], '')],
    ['asgroups', acting?.['groups'] === undefined ? '<lookup>' : quotedList(stringsIn(acting['groups']))],
    ['user-agent', text(event['userAgent'], '')],
    ['namespace', text(objectOrEmpty(objectRef)['namespace'], '<none>')],
    ['uri', text(event['requestURI'], '')],
  ]
  const code = responseStatus === undefined ? '<deferred>' : String(objectOrEmpty(responseStatus)['code'] ?? 0)
  const shown = parts.map(([name, value]) => `${name}=${quote(value)}`).join(' ')
  return `${shortTime(stringOrEmpty(requestReceivedTimestamp))} AUDIT: ${shown} response="${code}"\n`
}

const quotedList = (texts: readonly string[]): string => texts.map(quote).join(',')

/** Go's format RFC3339Nano has no zeros at the end of the fraction. */
const shortTime = (time: string): string => time.replace(/\.?0*Z$/, 'Z')
