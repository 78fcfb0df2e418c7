import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import type { Defaults } from './defaults.ts'
import { always, compileDefaults, made, spelledDefault, when } from './defaults.ts'

const fill = (type: string, defaults: Defaults, object: object): object => {
  const copy = structuredClone(object) as { [key: string]: never }
  compileDefaults(builtinType(type), defaults, dialects.svc.spell)(copy)
  return copy
}

describe('compileDefaults', () => {
  it('fills absent fields and keeps given ones', () => {
    const defaults = { spec: { replicas: 1, revisionHistoryLimit: 10 } }
    expect(fill('api.apps.v1.Deployment', defaults, { spec: { replicas: 3 } })).toEqual({
      spec: { replicas: 3, revisionHistoryLimit: 10 },
    })
  })

  it('skips nested defaults of a part that a settled object shares, but computes fields of the object itself', () => {
    const defaults = { spec: { replicas: 1 }, status: always(() => ({ replicas: 2 })) }
    const settled = { spec: {}, status: {} }
    const object: ApiObject = { ...settled }
    compileDefaults(builtinType('api.apps.v1.Deployment'), defaults, dialects.svc.spell)(object, settled)
    expect(object).toEqual({ spec: {}, status: { replicas: 2 } })
    compileDefaults(builtinType('api.apps.v1.Deployment'), defaults, dialects.svc.spell)(object)
    expect(object['spec']).toEqual({ replicas: 1 })
  })

  it('keeps the zero of a pointer and replaces the zero of a plain value', () => {
    expect(fill('api.apps.v1.Deployment', { spec: { replicas: 1 } }, { spec: { replicas: 0 } })).toEqual({
      spec: { replicas: 0 },
    })
    const probe = { spec: { containers: { livenessProbe: { periodSeconds: 10 } } } }
    expect(fill('api.core.v1.Pod', probe, { spec: { containers: [{ livenessProbe: { periodSeconds: 0 } }] } })).toEqual(
      {
        spec: { containers: [{ livenessProbe: { periodSeconds: 10 } }] },
      },
    )
  })

  it('creates a struct that cannot be absent, and fills a pointer only when it is given', () => {
    const defaults = { spec: { strategy: { rollingUpdate: { maxSurge: '25%' } } } }
    expect(fill('api.apps.v1.Deployment', defaults, {})).toEqual({ spec: { strategy: {} } })
  })

  it('creates the pointer of `made`, also under a condition', () => {
    const rolls = (strategy: { [key: string]: unknown }): boolean => strategy['type'] === 'RollingUpdate'
    const defaults = {
      spec: { strategy: { type: 'RollingUpdate', rollingUpdate: when(rolls, made({ maxSurge: '25%' })) } },
    }
    expect(fill('api.apps.v1.Deployment', defaults, {})).toEqual({
      spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } } },
    })
    expect(fill('api.apps.v1.Deployment', defaults, { spec: { strategy: { type: 'Recreate' } } })).toEqual({
      spec: { strategy: { type: 'Recreate' } },
    })
  })

  it('fills the items of lists', () => {
    const defaults = { spec: { containers: { ports: { protocol: 'TCP' } } } }
    const pod = { spec: { containers: [{ ports: [{ containerPort: 1 }, { protocol: 'UDP' }] }, {}] } }
    expect(fill('api.core.v1.Pod', defaults, pod)).toEqual({
      spec: { containers: [{ ports: [{ containerPort: 1, protocol: 'TCP' }, { protocol: 'UDP' }] }, {}] },
    })
  })

  it('computes from the holder and the object, always or only for absent fields', () => {
    const defaults: Defaults = {
      type: (_holder, object) => `of ${object.metadata?.name ?? ''}`,
      metadata: { labels: always(({ name }) => ({ name: name ?? '' })) },
    }
    expect(fill('api.core.v1.Secret', defaults, { metadata: { name: 'a', labels: { b: 'c' } } })).toEqual({
      metadata: { name: 'a', labels: { name: 'a' } },
      type: 'of a',
    })
  })

  it('removes a field whose always computed default is undefined', () => {
    expect(fill('api.core.v1.Secret', { type: always(() => undefined) }, { type: 'x' })).toEqual({})
  })

  it('spells names of the dialect', () => {
    const defaults = { type: spelledDefault((spell) => spell('{labels}/opaque')) }
    expect(fill('api.core.v1.Secret', defaults, {})).toEqual({ type: 'svc.io/opaque' })
  })

  it('refuses a field that the type does not have', () => {
    expect(() => fill('api.core.v1.Secret', { colour: 'red' }, {})).toThrow(/colour/)
  })
})
