import { isObject } from '../../api/json.ts'
import { dns1035Label, dnsSubdomain } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import type { Kind } from '../resource.ts'

const SHOWN = 3

const name = checkObject((version, place) => {
  const given = textAt(version, 'metadata.name')
  const dot = given.lastIndexOf('.')
  if (dot < 0) return place.invalid(given, 'name must be in the form of <group>.<resource>', 'metadata', 'name')
  for (const fault of dnsSubdomain(given.slice(0, dot))) {
    place.invalid(given, `the group segment ${fault}`, 'metadata', 'name')
  }
  for (const fault of dns1035Label(given.slice(dot + 1))) {
    place.invalid(given, `the resource segment ${fault}`, 'metadata', 'name')
  }
})

const rules: readonly Rule[] = [name]

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
