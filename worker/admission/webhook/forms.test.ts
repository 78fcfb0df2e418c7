import { expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../../resources/catalog.ts'
import { decode } from '../../schema/decode.ts'
import { inForm } from './forms.ts'

it('shows an empty list as empty and a missing list as null', async () => {
  const resource = buildCatalog({ dialect: dialects.k8s }).stored('rbac.authorization.k8s.io/clusterroles')
  const version = resource?.storageVersion
  if (resource === undefined || version === undefined) throw new Error('serve cluster roles')
  const kind = { group: resource.group, version: version.version, kind: resource.kind }
  const form = { resource, version, schema: version.schema, kind }
  const shown = async (body: { rules?: [] }) => {
    const { object } = decode(version.schema, { metadata: { name: 'a' }, ...body })
    return (await inForm(object, form, form, (same) => same))['rules']
  }
  expect(await shown({ rules: [] })).toEqual([])
  expect(await shown({})).toBeNull()
})
