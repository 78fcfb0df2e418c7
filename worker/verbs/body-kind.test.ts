import { expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from '../resources/catalog.ts'
import type { CustomVersion } from '../resources/resource.ts'
import { isUnownedScale, noteUnversioned } from './body-kind.ts'

it('drops the owners of a Scale without a version for custom resources only', () => {
  const deployment = buildCatalog({ dialect: dialects.k8s }).byKind({
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
  })
  if (deployment === undefined) throw new Error('serve deployments in the test')
  const custom = { version: { ...deployment.version, custom: {} as CustomVersion } }
  const scale = { kind: 'Scale', apiVersion: 'autoscaling/v1' }
  expect([isUnownedScale(custom, scale), isUnownedScale(custom, { kind: 'Scale' })]).toEqual([false, true])
  noteUnversioned(scale)
  expect([isUnownedScale(custom, scale), isUnownedScale(deployment, scale)]).toEqual([true, false])
})
