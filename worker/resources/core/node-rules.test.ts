import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../catalog.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })
const facts = catalog.stored('nodes')
const nodes = facts && (await catalog.resolve(facts))

/** The faults of a node with an annotation. */
const annotated = (key: string) => (text: string) => {
  const annotations = { [key]: text }
  const found = nodes?.behaviour.validate?.({ metadata: { name: 'n', annotations } }) ?? []
  return found.map(({ field, message }) => `${field}: ${message}`)
}

describe('avoided pods of a node', () => {
  const key = 'scheduler.alpha.kubernetes.io/preferAvoidPods'
  const faultsOfText = annotated(key)
  const faults = (entry: object) => faultsOfText(JSON.stringify({ preferAvoidPods: [entry] }))

  it('are a JSON object', () => {
    const place = `metadata.annotations.AvoidPods: Invalid value: "${key}"`
    expect(faultsOfText('{"a":1,}')).toEqual([
      `${place}: invalid character '}' looking for beginning of object key string`,
    ])
    expect(faultsOfText('[]')).toEqual([`${place}: json: cannot unmarshal array into Go value of type v1.AvoidPods`])
  })

  it('are identified by their controller', () => {
    const place = `metadata.annotations.${key}[0].PodSignature`
    expect(faults({ podSignature: { podController: { name: 'c', controller: true } } })).toEqual([])
    expect(faults({ reason: 'r' })).toEqual([`${place}: Required value`])
    expect(faults({ podSignature: { podController: { name: 'c', controller: false } } })).toEqual([
      `${place}.PodController.Controller: Invalid value: false: must point to a controller`,
    ])
  })
})

describe('the annotation of avoided pods', () => {
  const key = 'scheduler.alpha.kubernetes.io/preferAvoidPods'
  const faults = annotated(key)

  it.each([
    [
      '{"preferAvoidPods":{}}',
      'json: cannot unmarshal object into Go struct field AvoidPods.preferAvoidPods of type []v1.PreferAvoidPodsEntry',
    ],
    [
      '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":1}}}]}',
      'json: cannot unmarshal number into Go struct field OwnerReference.preferAvoidPods.podSignature.podController.controller of type bool',
    ],
    ['{"preferAvoidPods":[{"evictionTime":5}]}', 'json: cannot unmarshal number into Go value of type string'],
  ])('is read into Go structs: %s', (text, fault) => {
    expect(faults(text)).toEqual([`metadata.annotations.AvoidPods: Invalid value: "${key}": ${fault}`])
  })

  it('has names without case', () => {
    const entry = '{"PodSignature":{"podcontroller":{"CONTROLLER":true}}}'
    expect(faults(`{"preferavoidpods":[${entry}]}`)).toEqual([])
    expect(faults('{"preferAvoidPods":[null]}')).toHaveLength(1)
    expect(faults('null')).toEqual([])
  })
})

describe('taints of a node', () => {
  it('show their time in the error about a repeated taint', () => {
    const taint = { key: 'k', effect: 'NoExecute', timeAdded: '2020-01-02T03:04:05Z' }
    const found = nodes?.behaviour.validate?.({ metadata: { name: 'n' }, spec: { taints: [taint, taint] } }) ?? []
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('TimeAdded:time.Date(2020, time.January, 2, 3, 4, 5, 0, time.Local)}'),
    ])
  })
})

describe('taints in an annotation of a node', () => {
  const key = 'scheduler.alpha.kubernetes.io/taints'
  const faults = annotated(key)

  it('follow the rules of taints', () => {
    expect(faults('[{"key":"k","effect":"NoSchedule"}]')).toEqual([])
    const place = `metadata.annotations.${key}`
    expect(faults('[{"Key":"k","effect":"E"},{"key":"k","effect":"E"}]')).toEqual([
      expect.stringContaining(`${place}[0].effect: Unsupported value: "E"`),
      expect.stringContaining(`${place}[1].effect: Unsupported value: "E"`),
      expect.stringContaining(`${place}[1]: Duplicate value: core.Taint{Key:"k"`),
    ])
  })

  it('must be a list of structs', () => {
    const place = `metadata.annotations: Invalid value: "${key}"`
    expect(faults('x')).toEqual([`${place}: invalid character 'x' looking for beginning of value`])
    expect(faults('5')).toEqual([`${place}: json: cannot unmarshal number into Go value of type []core.Taint`])
    expect(faults('[{"timeAdded":"x"}]')).toEqual([expect.stringContaining(`${place}: parsing time "x" as`)])
    expect(faults('null')).toEqual([])
  })
})

describe('roles of a node', () => {
  it('are the ends of label keys, and the value of one label', () => {
    const roles = nodes?.behaviour.columns?.find(({ name }) => name === 'Roles')
    const cell = (labels: { [key: string]: string }) => roles?.cell({ metadata: { name: 'n', labels } }, 0)
    expect(cell({ 'node-role.kubernetes.io/b': '', 'kubernetes.io/role': 'a', 'node-role.kubernetes.io/': '' })).toBe(
      'a,b',
    )
    expect(cell({ 'kubernetes.io/role': '' })).toBe('<none>')
  })
})
