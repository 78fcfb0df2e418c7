import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { limitRanger } from './limit-ranger.ts'

const rangerOf = (...limits: ApiObject[]) =>
  limitRanger(contextOf({ objects: { limitranges: [{ metadata: { name: 'l', namespace: 'n' }, spec: { limits } }] } }))

const podWith = (resources: ApiObject): ApiObject => podOf({ containers: [{ name: 'c', resources }] })

describe('LimitRanger', () => {
  it('fills missing requests and limits, and annotates the pod', async () => {
    const ranger = rangerOf({
      type: 'Container',
      default: { cpu: '1' },
      defaultRequest: { cpu: '100m', memory: '1Mi' },
    })
    const pod = podWith({ requests: { memory: '2Mi' } })
    await runPlugin(ranger, requestOf(pod))
    expect(pod).toMatchObject({
      metadata: {
        annotations: {
          'kubernetes.io/limit-ranger':
            'LimitRanger plugin set: cpu request for container c; cpu limit for container c',
        },
      },
      spec: { containers: [{ resources: { requests: { cpu: '100m', memory: '2Mi' }, limits: { cpu: '1' } } }] },
    })
  })

  it('lists each minimum, maximum and limit-to-request ratio that a container violates', async () => {
    const ranger = rangerOf({
      type: 'Container',
      min: { cpu: '100m' },
      max: { memory: '1Gi' },
      maxLimitRequestRatio: { cpu: '2' },
    })
    const pod = podWith({ requests: { cpu: '50m' }, limits: { cpu: '150m' } })
    await expect(runPlugin(ranger, requestOf(pod))).rejects.toThrow(
      '[minimum cpu usage per Container is 100m, but request is 50m, maximum memory usage per Container is 1Gi.  No limit is specified, cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000]',
    )
  })

  it('compares the maximum of a pod with the sum of its containers or with its largest init container, and takes the larger of the two', async () => {
    const ranger = rangerOf({ type: 'Pod', max: { cpu: '1' } })
    const asks = (cpu: string): ApiObject => ({ resources: { requests: { cpu }, limits: { cpu } } })
    const two = { containers: [asks('400m'), asks('400m')], initContainers: [asks('900m')] }
    await runPlugin(ranger, requestOf(podOf(two)))
    await expect(runPlugin(ranger, requestOf(podOf({ ...two, initContainers: [asks('1100m')] })))).rejects.toThrow(
      'maximum cpu usage per Pod is 1, but limit is 1100m',
    )
  })

  it('refuses a claim that requests more storage than the maximum', async () => {
    const ranger = rangerOf({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } })
    const claim = { metadata: { name: 'c' }, spec: { resources: { requests: { storage: '2Gi' } } } }
    const resource = { group: '', version: 'v1', resource: 'persistentvolumeclaims' }
    await expect(runPlugin(ranger, requestOf(claim, { resource }))).rejects.toThrow(
      'maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi',
    )
  })

  it('prints quantities as they were written, and treats a bound beyond 64 bits as zero', async () => {
    const refusal = (max: string, memory: string) =>
      runPlugin(
        rangerOf({ type: 'Container', max: { memory: max } }),
        requestOf(podWith({ requests: { memory }, limits: { memory } })),
      )
    await expect(refusal('1E3', '+5k')).rejects.toThrow('maximum memory usage per Container is 1E3, but limit is +5k')
    await expect(refusal('1e21', '5')).rejects.toThrow('maximum memory usage per Container is 1e21, but limit is 5')
  })
})
