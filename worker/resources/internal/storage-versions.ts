import { asGiven } from '../../api/given-empty.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { dns1035Label, dnsSubdomain, qualifiedName, type NameRule } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { goStrings } from '../../api/go-source.ts'
import { nameFromSpec } from '../rules/name-from-spec.ts'
import type { Kind } from '../resource.ts'

const SHOWN = 3

const name = nameFromSpec((given) => {
  const dot = given.lastIndexOf('.')
  if (dot < 0) return ['name must be in the form of <group>.<resource>']
  return [
    ...dnsSubdomain(given.slice(0, dot)).map((fault) => `the group segment ${fault}`),
    ...dns1035Label(given.slice(dot + 1)).map((fault) => `the resource segment ${fault}`),
  ]
})

const rules: readonly Rule[] = [name]

/** The faults of `group/version`. */
function versionFaults(given: string): readonly string[] {
  const parts = given.split('/')
  const [group, version] = parts.length === 1 ? [undefined, parts[0] ?? ''] : [parts[0], parts[1] ?? '']
  if (parts.length > 2) return [NOT_A_VERSION]
  const ofGroup = group === undefined ? [] : nonEmptyFaults(group, dnsSubdomain)
  const ofVersion = nonEmptyFaults(version, dns1035Label)
  return [...ofGroup.map((fault) => `group part: ${fault}`), ...ofVersion.map((fault) => `version part: ${fault}`)]
}

const nonEmptyFaults = (name: string, rule: NameRule): readonly string[] =>
  name === '' ? ['must be non-empty'] : rule(name)

const NOT_A_VERSION =
  "an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')"

/** Checks the versions that one server reports: it must be able to decode the versions that it encodes and serves. */
const server = (value: JsonObject, place: Place): void => {
  const id = textAt(value, 'apiServerID')
  for (const fault of dnsSubdomain(id)) place.invalid(id, fault, 'apiServerID')
  const encoding = textAt(value, 'encodingVersion')
  const faults = versionFaults(encoding)
  if (faults.length > 0) place.invalid(encoding, faults.join(','), 'encodingVersion')
  const decodable = listAt(value, 'decodableVersions').map(String)
  const examine = (version: string, field: string, index: number): void => {
    const found = versionFaults(version)
    if (found.length > 0) place.invalid(version, found.join(','), field, index)
  }
  decodable.forEach((version, index) => examine(version, 'decodableVersions', index))
  if (!decodable.includes(encoding)) {
    const detail = `decodableVersions must include encodingVersion ${encoding}`
    place.invalidShown(goStrings(asGiven(value, 'decodableVersions')), detail, 'decodableVersions')
  }
  listAt(value, 'servedVersions')
    .map(String)
    .forEach((version, index) => {
      examine(version, 'servedVersions', index)
      if (decodable.includes(version)) return
      const all = `[${decodable.join(' ')}]`
      const detail = `individual served version : ${version} must be included in decodableVersions : ${all}`
      place.invalid(version, detail, 'servedVersions', index)
    })
}

/** Each server may report once. */
const servers = checkObject((status, place) => {
  const seen = new Set<string>()
  place.enter('storageVersions')
  listAt(status, 'storageVersions').forEach((one, index) => {
    if (!isObject(one)) return
    place.enter(index)
    const id = textAt(one, 'apiServerID')
    if (seen.has(id)) place.duplicate(id, 'apiServerID')
    seen.add(id)
    server(one, place)
    place.leave()
  })
  place.leave()
})

const NO_AGREEMENT =
  'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet'

/** The common encoding version must be set exactly when all servers encode the same version. */
const common = checkObject((status, place) => {
  const all = listAt(status, 'storageVersions')
    .filter(isObject)
    .map((one) => textAt(one, 'encodingVersion'))
  const actual = all.every((version) => version === all[0]) ? all[0] : undefined
  const given = status['commonEncodingVersion'] ?? undefined
  if (given === actual) return
  if (actual === undefined) place.invalid(given, NO_AGREEMENT, 'commonEncodingVersion')
  else if (given === undefined) {
    place.invalid(null, `the common encoding version is ${actual}`, 'commonEncodingVersion')
  } else place.invalid(given, `the actual common encoding version is ${actual}`, 'commonEncodingVersion')
})

/** The path leaves out the name of the list, as in the real server. */
const conditions = checkObject((status, place) => {
  const seen = new Map<string, number>()
  listAt(status, 'conditions').forEach((condition, index) => {
    if (!isObject(condition)) return
    const type = textAt(condition, 'type')
    const earlier = seen.get(type)
    if (earlier !== undefined) {
      const detail = `the type of the condition is not unique, it also appears in conditions[${earlier}]`
      place.invalid(type, detail, index, 'type')
    }
    seen.set(type, index)
    for (const fault of qualifiedName(type)) place.invalid(type, fault, index, 'type')
    const conditionStatus = textAt(condition, 'status')
    for (const fault of qualifiedName(conditionStatus)) place.invalid(conditionStatus, fault, index, 'status')
    for (const field of ['reason', 'message']) {
      if (textAt(condition, field) === '') place.required(`${field} cannot be empty`, index, field)
    }
  })
})

const ofStatus: readonly Rule[] = [at('status', servers, common, conditions)]

function versionsCell(version: ApiObject): string {
  const all = listAt(version, 'status.storageVersions').filter(isObject)
  if (all.length === 0) return '<unset>'
  const shown = all
    .slice(0, SHOWN)
    .map((server) => `${textAt(server, 'apiServerID')}=${textAt(server, 'encodingVersion')}`)
    .join(',')
  return all.length > SHOWN ? `${shown} + ${all.length - SHOWN} more...` : shown
}

export const storageVersions = {
  resource: 'internal.apiserver.{domain}/storageversions',
  rules,
  updates: [],
  subresourceRules: { status: ofStatus },
  behaviour: () => ({
    nameRule: () => [],
    columns: [
      text(
        'CommonEncodingVersion',
        'If all API server instances agree on the same encoding storage version, then this field is set to that version. Otherwise this field is left empty. API servers should finish updating its storageVersionStatus entry before serving write operations, so that this field will be in sync with the reality.',
        (version) => textAt(version, 'status.commonEncodingVersion') || '<unset>',
      ),
      text('StorageVersions', 'The reported versions per API server instance.', versionsCell),
      age,
    ],
  }),
} satisfies Kind
