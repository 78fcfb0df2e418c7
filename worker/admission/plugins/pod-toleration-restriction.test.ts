import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { podTolerationRestriction } from './pod-toleration-restriction.ts'

const PREFIX = 'scheduler.alpha.kubernetes.io/'
const wide = { key: 'a', operator: 'Exists' }

async function tolerated(annotations: Record<string, string>, spec: ApiObject = {}): Promise<unknown> {
  const namespaces = [{ metadata: { name: 'n', annotations } }]
  const configuration = { default: [{ key: 'cluster', operator: 'Exists' }], whitelist: [] }
  const pod = podOf(spec)
  await runPlugin(podTolerationRestriction(contextOf({ objects: { namespaces }, configuration })), requestOf(pod))
  return (pod['spec'] as ApiObject)['tolerations']
}

describe('PodTolerationRestriction', () => {
  it('adds the tolerations of the namespace, or else of the cluster', async () => {
    expect(await tolerated({})).toEqual([{ key: 'cluster', operator: 'Exists' }])
    expect(await tolerated({ [`${PREFIX}defaultTolerations`]: '' })).toBeUndefined()
    expect(await tolerated({ [`${PREFIX}defaultTolerations`]: JSON.stringify([wide]) })).toEqual([wide])
  })

  it('adds the toleration for memory pressure to pods with requests', async () => {
    const containers = [{ name: 'c', resources: { requests: { memory: '1Mi' } } }]
    expect(await tolerated({ [`${PREFIX}defaultTolerations`]: '' }, { containers })).toEqual([
      { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
    ])
  })

  it('refuses tolerations outside of the whitelist, and malformed annotations', async () => {
    const whitelist = { [`${PREFIX}tolerationsWhitelist`]: JSON.stringify([wide]), [`${PREFIX}defaultTolerations`]: '' }
    const narrow = { key: 'a', operator: 'Equal', value: 'x', effect: 'NoSchedule' }
    expect(await tolerated(whitelist, { tolerations: [narrow] })).toEqual([narrow])
    await expect(tolerated(whitelist, { tolerations: [{ key: 'b', operator: 'Exists' }] })).rejects.toMatchObject({
      code: 500,
      message: expect.stringContaining('conflict with its namespace whitelist'),
    })
    await expect(tolerated({ [`${PREFIX}defaultTolerations`]: '{' })).rejects.toThrow('unexpected end of JSON input')
  })
})
