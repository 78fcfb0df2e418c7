import { expect, it } from 'vitest'
import { listRefusal, objectRefusal } from './unsuitable-form.ts'

const LIST = { kind: 'PartialObjectMetadataList', group: 'meta.k8s.io', version: 'v1' } as const
const head = (apiVersion: string, kind: string, isCustom: boolean) => ({
  head: { apiVersion, kind, listKind: `${kind}List`, isCustom },
})

it('names the Go type of an object that is not a list', () => {
  const refusal = (apiVersion: string, kind: string, isCustom = false): string =>
    objectRefusal(LIST, head(apiVersion, kind, isCustom)).message
  expect(refusal('v1', 'Pod')).toContain('the requested object is not a list (*core.Pod)')
  expect(refusal('apps/v1', 'DaemonSet')).toContain('(*apps.DaemonSet)')
  expect(refusal('autoscaling/v1', 'Scale', true)).toContain('(*v1.Scale)')
  expect(refusal('example.com/v1', 'Widget', true)).toBe('content is not a list')
})

it('names the Go type of a list', () => {
  const refusal = (isCustom: boolean): string => listRefusal(LIST, head('v1', 'Pod', isCustom)).message
  expect(refusal(false)).toContain('the requested object is a list (*core.PodList)')
  expect(refusal(true)).toContain('(*unstructured.UnstructuredList)')
})
