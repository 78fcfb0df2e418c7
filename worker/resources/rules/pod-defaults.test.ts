import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import { compileDefaults } from '../notation/defaults.ts'
import { podTemplate } from './pod-defaults.ts'

const metadataOf = (metadata: JsonObject): unknown => {
  const template = { metadata }
  const defaults = compileDefaults(
    builtinType('api.core.v1.PodTemplate'),
    { template: podTemplate },
    dialects.k8s.spell,
  )
  defaults({ template })
  return template.metadata
}

describe('metadata of pods and pod templates', () => {
  it('loses the annotations of early releases for init containers', () => {
    const early = {
      'pod.alpha.kubernetes.io/init-containers': '[]',
      'pod.beta.kubernetes.io/init-container-statuses': '[]',
    }
    expect(metadataOf({ labels: { a: 'b' }, annotations: { ...early, c: 'd' } })).toEqual({
      labels: { a: 'b' },
      annotations: { c: 'd' },
    })
    expect(metadataOf({ annotations: early })).toEqual({})
    expect(metadataOf({ annotations: {} })).toEqual({ annotations: {} })
  })
})
