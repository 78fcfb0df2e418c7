import { expect, it } from 'vitest'
import { goVersionList } from './go-versions.ts'

it('prints versions with the pointers and columns that they have', () => {
  const columns = [{ name: 'A', type: 'string', jsonPath: '.spec.a' }]
  const [first = '', second = ''] = goVersionList([
    { name: 'v1', served: true, storage: true, schema: {} },
    { name: 'v2', additionalPrinterColumns: columns },
  ])
    .split('apiextensions.CustomResourceDefinitionVersion{')
    .slice(2)
  expect(first).toContain('Name:"v1", Served:true, Storage:true, Deprecated:false, DeprecationWarning:(*string)(nil)')
  expect(first).toContain('Schema:(*apiextensions.CustomResourceValidation)(0xc000000000)')
  expect(second).toContain('Schema:(*apiextensions.CustomResourceValidation)(nil)')
  expect(second).toContain(
    'apiextensions.CustomResourceColumnDefinition{Name:"A", Type:"string", Format:"", Description:"", Priority:0, JSONPath:".spec.a"}',
  )
})
