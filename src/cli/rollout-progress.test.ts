import { describe, expect, it } from 'vitest'
import { statusViewer } from './rollout-progress.ts'

const view = statusViewer({ group: 'apps', kind: 'Deployment' })
const spell = (text: string): string => text.replace('{labels}', 'kubernetes.io')

const deployment = (status: Record<string, number>) => ({
  metadata: { name: 'web', generation: 2, annotations: { 'deployment.kubernetes.io/revision': '4' } },
  spec: { replicas: 3 },
  status,
})

describe('statusViewer', () => {
  it('reports the progress of a deployment', () => {
    const progress = (status: Record<string, number>) => view?.(deployment(status), 0n, spell)
    expect(progress({ observedGeneration: 1 })?.message).toBe('Waiting for deployment spec update to be observed...\n')
    expect(progress({ observedGeneration: 2, updatedReplicas: 1 })?.message).toContain('1 out of 3 new replicas')
    expect(progress({ observedGeneration: 2, replicas: 4, updatedReplicas: 3 })?.message).toContain(
      '1 old replicas are pending',
    )
    expect(progress({ observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3 })).toEqual({
      message: 'deployment "web" successfully rolled out\n',
      done: true,
    })
  })

  it('compares revisions and generations beyond 2^53 exactly', () => {
    const object = {
      metadata: {
        name: 'web',
        generation: 9007199254740993n as unknown as number,
        annotations: { 'deployment.kubernetes.io/revision': '9007199254740993' },
      },
      status: { observedGeneration: 9007199254740992 },
    }
    expect(() => view?.(object, 9007199254740992n, spell)).toThrow('from the running revision (9007199254740993)')
    expect(view?.(object, 9007199254740993n, spell).message).toContain('spec update to be observed')
  })

  it('refuses a revision other than the running one', () => {
    expect(() => view?.(deployment({}), 1n, spell)).toThrow(
      'desired revision (1) is different from the running revision (4)',
    )
  })

  it('reports a stateful set with partitions differently from one without', () => {
    const progress = (rollingUpdate: { partition: number } | undefined, updatedReplicas: number) =>
      statusViewer({ group: 'apps', kind: 'StatefulSet' })?.(
        {
          metadata: { name: 'db', generation: 1 },
          spec: { replicas: 3, updateStrategy: { type: 'RollingUpdate', rollingUpdate } },
          status: {
            observedGeneration: 1,
            readyReplicas: 3,
            currentReplicas: 3,
            currentRevision: 'a',
            updateRevision: 'a',
            updatedReplicas,
          },
        },
        0n,
        spell,
      )
    expect(progress({ partition: 0 }, 3)).toEqual({
      message: 'partitioned roll out complete: 3 new pods have been updated...\n',
      done: true,
    })
    expect(progress({ partition: 2 }, 0)?.message).toContain('to finish: 0 out of 1 new pods')
    expect(progress(undefined, 3)?.message).toBe('statefulset rolling update complete 3 pods at revision a...\n')
  })

  it('returns undefined for kinds without rollouts', () => {
    expect(statusViewer({ group: '', kind: 'Pod' })).toBeUndefined()
  })
})
