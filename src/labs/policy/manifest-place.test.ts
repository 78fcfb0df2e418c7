import { expect, it } from 'vitest'
import { placeInManifest } from './manifest-place.ts'

const MANIFEST = `kind: ConfigMap
metadata: { name: other }
---
kind: ValidatingAdmissionPolicy
metadata: { name: images }
spec:
  validations:
    - expression: object.spec.x
    - expression: object.spec.y
`

it('finds the field of the named object', async () => {
  const place = await placeInManifest(MANIFEST, 'images', 'spec.validations[1].expression')
  expect(place?.line).toBe(9)
  expect(MANIFEST.slice(place?.from, place?.to)).toBe('object.spec.y')
  expect(await placeInManifest(MANIFEST, 'other', 'spec.validations[1].expression')).toBeUndefined()
  expect(await placeInManifest('a: [', 'other', 'spec')).toBeUndefined()
})
