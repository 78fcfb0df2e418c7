import { describe, expect, it } from 'vitest'
import { noteEmpty } from '../../api/given-empty.ts'
import type { ApiObject } from '../../api/object.ts'
import type { DialectName } from '../../dialect/dialect.ts'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { runtimeClass } from './runtime-class.ts'

const classes: ApiObject[] = [
  {
    metadata: { name: 'heavy' },
    overhead: { podFixed: { cpu: '100m' } },
    scheduling: { nodeSelector: { kind: 'big' }, tolerations: [{ key: 'a', operator: 'Exists' }] },
  },
]
async function run(spec: ApiObject, dialectName: DialectName = 'k8s'): Promise<ApiObject> {
  const domain = dialectName === 'k8s' ? 'k8s.io' : 'svc.io'
  const pod = podOf(spec)
  const plugin = runtimeClass(contextOf({ dialectName, objects: { [`node.${domain}/runtimeclasses`]: classes } }))
  await runPlugin(plugin, requestOf(pod))
  return pod
}

describe('RuntimeClass', () => {
  it('adds overhead and scheduling', async () => {
    const tolerations = [{ key: 'a', operator: 'Equal', value: 'x', effect: 'NoSchedule' }]
    const { spec } = await run({ runtimeClassName: 'heavy', nodeSelector: { own: 'x' }, tolerations })
    expect(spec).toMatchObject({
      overhead: { cpu: '100m' },
      nodeSelector: { kind: 'big', own: 'x' },
      tolerations: [{ key: 'a', operator: 'Exists' }],
    })
  })

  it('refuses an unknown class, and an overhead or selector that contradicts the class', async () => {
    await expect(run({ runtimeClassName: 'nope' })).rejects.toThrow('pod rejected: RuntimeClass "nope" not found')
    const nameFault = { code: 500, message: `invalid resource name "a/b": [may not contain '/']` }
    await expect(run({ runtimeClassName: 'a/b' })).rejects.toMatchObject(nameFault)
    await expect(run({ runtimeClassName: '' })).rejects.toMatchObject({ code: 500 })
    await expect(run({ overhead: { cpu: '1' } })).rejects.toThrow('without corresponding RuntimeClass')
    await expect(run({ runtimeClassName: 'heavy', nodeSelector: { kind: 'small' } })).rejects.toThrow(
      'conflict: runtimeClass.scheduling.nodeSelector[kind] = big; pod.spec.nodeSelector[kind] = small',
    )
  })

  it('refuses an empty overhead beside the overhead of the class', async () => {
    const spec: ApiObject = { runtimeClassName: 'heavy' }
    noteEmpty(spec, 'overhead', {})
    await expect(run(spec)).rejects.toThrow("Pod's Overhead doesn't match")
  })

  it('lets a pod repeat the overhead, except in the svc dialect', async () => {
    await run({ runtimeClassName: 'heavy', overhead: { cpu: '100m' } })
    await expect(run({ runtimeClassName: 'heavy', overhead: { cpu: '100m' } }, 'svc')).rejects.toThrow('pod rejected')
  })
})
