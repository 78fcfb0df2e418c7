import { describe, expect, it } from 'vitest'
import { forbidden } from '../api/status.ts'
import type { AdmissionPlugin } from './admission.ts'
import { requestOf } from './admission-fixture.ts'
import { admissionChain } from './chain.ts'

function recording() {
  const stages: string[] = []
  const object = { metadata: { name: 'a', labels: {} } }
  const trace = { stage: (stage: string, message: string) => void stages.push(`${stage} ${message}`) }
  return { stages, object, request: requestOf(object, { trace }) }
}

const naming = (name: string, isSlow = false): AdmissionPlugin => ({
  name,
  handles: ({ operation }) => operation === 'CREATE',
  admit({ object }) {
    const add = (): void => {
      const labels = object?.metadata?.labels
      if (labels) labels['by'] = `${labels['by'] ?? ''}${name}`
    }
    return isSlow ? Promise.resolve().then(add) : add()
  },
})

const refusing: AdmissionPlugin = {
  name: 'No',
  handles: () => true,
  admit() {
    throw forbidden({ group: '', resource: 'pods' }, 'a', 'no')
  },
}

describe('admissionChain', () => {
  it('runs and traces the plugins in order, and synchronously when none waits', () => {
    const { stages, object, request } = recording()
    const chain = admissionChain([naming('A'), naming('B')])
    expect(chain.mutate(request)).toBeUndefined()
    expect(object).toMatchObject({ metadata: { labels: { by: 'AB' } } })
    expect(stages).toEqual(['admission/A admitted', 'admission/B admitted'])
    expect(chain.mutates({ ...request, operation: 'DELETE' })).toBe(false)
  })

  it('keeps the order after a plugin that waits', async () => {
    const { object, request } = recording()
    await admissionChain([naming('A'), naming('B', true), naming('C')]).mutate(request)
    expect(object).toMatchObject({ metadata: { labels: { by: 'ABC' } } })
  })

  it('calls handles once for each scope', () => {
    const { request } = recording()
    let calls = 0
    const counting: AdmissionPlugin = { name: 'N', handles: () => ++calls > 0, admit: () => undefined }
    const chain = admissionChain([counting])
    void chain.mutate(request)
    void chain.mutate(request)
    expect(calls).toBe(1)
    void chain.mutate({ ...request, subresource: 'status' })
    expect(calls).toBe(2)
  })

  it('stops at the first refusal', () => {
    const { stages, object, request } = recording()
    expect(() => admissionChain([refusing, naming('A')]).mutate(request)).toThrow('is forbidden: no')
    expect(object.metadata.labels).toEqual({})
    expect(stages).toEqual(['admission/No refused: pods "a" is forbidden: no'])
  })

  it('measures each plugin with its outcome', async () => {
    const took: string[] = []
    const timing = {
      elapsed: () => 0,
      of: (plugin: string, phase: string) => (rejected: boolean) => void took.push(`${plugin} ${phase} ${rejected}`),
    }
    const chain = admissionChain([naming('A', true), refusing], timing)
    await expect(chain.mutate(recording().request)).rejects.toThrow('no')
    expect(took).toEqual(['A admit false', 'No admit true'])
  })
})
