import { describe, expect, it } from 'vitest'
import { forbidden } from '../api/status.ts'
import type { AdmissionPlugin, AdmissionRequest } from './admission.ts'
import { admissionChain } from './chain.ts'

function recording() {
  const stages: string[] = []
  const object = { metadata: { name: 'a', labels: {} } }
  const trace = { stage: (stage: string, message: string) => void stages.push(`${stage} ${message}`) }
  const part: Pick<AdmissionRequest, 'operation' | 'object' | 'trace'> = { operation: 'CREATE', object, trace }
  return { stages, object, request: part as AdmissionRequest }
}

const naming = (name: string): AdmissionPlugin => ({
  name,
  handles: ({ operation }) => operation === 'CREATE',
  admit({ object }) {
    const labels = object?.metadata?.labels
    if (labels) labels['by'] = `${labels['by'] ?? ''}${name}`
  },
})

describe('admissionChain', () => {
  it('runs the plugins in order and traces each', async () => {
    const { stages, object, request } = recording()
    const chain = admissionChain([naming('A'), naming('B')])
    await chain.mutate(request)
    expect(object).toMatchObject({ metadata: { labels: { by: 'AB' } } })
    expect(stages).toEqual(['admission/A admitted', 'admission/B admitted'])
    expect(chain.mutates({ ...request, operation: 'DELETE' })).toBe(false)
  })

  it('stops at the first refusal', async () => {
    const { stages, object, request } = recording()
    const refusing: AdmissionPlugin = {
      name: 'No',
      handles: () => true,
      admit() {
        throw forbidden({ group: '', resource: 'pods' }, 'a', 'no')
      },
    }
    await expect(admissionChain([refusing, naming('A')]).mutate(request)).rejects.toThrow('is forbidden: no')
    expect(object.metadata.labels).toEqual({})
    expect(stages).toEqual(['admission/No refused: pods "a" is forbidden: no'])
  })
})
